"""What people do with the page, in words."""

from __future__ import annotations

from playwright.sync_api import Page, expect

#: A game of the WTHOR database, 60 moves.
GAME = (
    "f5d6c3d3c4f4f6g5e6c5b6d7e7b4d2e2e3c6b5c7b3f3g6g4h5f8f7h4d8c1e8c8g7a4a3a6a5a2h3h8g8c2f1d1b2h7a7a1b7a8f2g1h1b8g2"
    "h2h6g3e1b1"
)


def ready(page: Page, path: str = "/", *, thinking: bool = False) -> Page:
    """Opens the page. The engine rests unless values are wanted, so that tests beside this one get the machine."""
    page.add_init_script(f"localStorage.logistello ??= JSON.stringify({{thinking: {'true' if thinking else 'false'}}})")
    page.goto(path)
    page.wait_for_selector("body[data-ready]")
    return page


def paste(page: Page, text: str) -> None:
    """Ctrl-V, without the clipboard of the machine."""
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
        }""",
        text,
    )


def drop(page: Page, name: str, text: str) -> None:
    """A file let fall on the page."""
    page.evaluate(
        """([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        [name, text],
    )


def plays(page: Page, *squares: str) -> None:
    for square in squares:
        page.click(f"[data-square={square}].legal")
        expect(page.locator(".is-last")).to_have_attribute("data-square", square)


def discs(page: Page) -> int:
    return page.locator(".disc:not(.none)").count()


def at_move(page: Page, number: int) -> None:
    """The board stands after so many moves (of a game without passes so far)."""
    expect(page.locator(".status")).to_contain_text(f"Move {number + 1} ")
