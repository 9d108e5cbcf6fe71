"""The tables of words: complete in every language, and all words of the page are in them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from logistello.engine.levels import LEVELS, level_settings
from logistello.othello.notation.formats import FORMATS

STATIC = Path(__file__).parents[3] / "src" / "logistello" / "web" / "static"
TABLES = STATIC / "js" / "languages"
#: Forms for certain numbers, beside the usual one, as Intl.PluralRules has them for whole numbers below a million.
FORMS = {"en": {"one"}, "de": {"one"}, "fr": {"one"}, "ja": set[str](), "zh": set[str]()}
OTHERS = sorted(set(FORMS) - {"en"})
#: Two words, a sentence's end, or one word with a capital.
ENGLISH = re.compile(r"[A-Za-z]{2,}[,.:;!?…]?\s+[a-z]{2,}|^[A-Z][a-z]+\b|[a-z]{2,}[.!?…]$")
#: Comments, regular expressions and literals of JavaScript.
TOKEN = re.compile(
    r"""/\*.*?\*/ | //[^\n]* | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `(?:[^`\\]|\\.)*`
      | /(?![*/])(?:[^/\\\n\[]|\\.|\[[^\]\n]*\])+/[gimsuy]*(?=[,;).\s])""",
    re.DOTALL | re.VERBOSE,
)
#: Before literals that nobody reads: names of classes, events, keys, headers, and errors of the code itself.
NOT_SHOWN = re.compile(
    r"(class(?:Name)?: |kind: |keys: \[|headers: \{ |\.get\(|\.on\(|=== |closest\??\.?\("
    r"|Error\(|Exception\(|matchMedia\()$"
)


def table(language: str) -> dict[str, str]:
    """Refuses a key that is there twice."""

    def unique(pairs: list[tuple[str, str]]) -> dict[str, str]:
        keys = [key for key, _ in pairs]
        assert {key for key in keys if keys.count(key) > 1} == set()
        return dict(pairs)

    found: dict[str, str] = json.loads((TABLES / f"{language}.json").read_text("utf-8"), object_pairs_hook=unique)
    return found


#: Names of keys are given in English and written as the reader's keyboard has them.
KEYCAPS = {key.removeprefix("keycap.") for key in table("en") if key.startswith("keycap.")}


def forms_of(words: dict[str, str]) -> set[str]:
    """Keys of forms for certain numbers, such as ``library.total.one``."""
    return {key for key in words if key.rpartition(".")[0] in words and key.endswith((".one", ".two", ".few", ".many"))}


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def english_in(source: str) -> list[str]:
    """Literals of a module that look like words for the reader."""
    found = []
    for token in TOKEN.finditer(source):
        literal = token.group()
        words = re.sub(r"\$\{[^}]*\}", "…", literal[1:-1])
        keys = set(re.split(r"[+ ]", words))
        if literal[0] not in "\"'`" or keys & KEYCAPS or NOT_SHOWN.search(source[: token.start()]):
            continue
        if ENGLISH.search(words):
            found.append(literal)
    return found


def test_every_text_has_words_and_every_word_is_used() -> None:
    known = set(table("en"))
    files = [STATIC / "index.html", STATIC.parent / "game_page.html", *(STATIC / "js").glob("*.js")]
    sources = "".join(file.read_text("utf-8") for file in files)
    used = set(re.findall(r"""\bt\(\s*"([\w.]+)\"""", sources)) | set(
        re.findall(r'data-(?:text|label)="([\w.]+)"', sources)
    )
    assert len(known) > 200
    assert used <= known
    # Names that are put together, such as t(`class.${name}`).
    prefixes = tuple(re.findall(r"`([\w]+\.(?:[\w]+\.)?)\$\{", sources))
    # Forms for certain numbers stand and fall with the text that they belong to.
    lost = {key for key in known - forms_of(table("en")) if f'"{key}"' not in sources and not key.startswith(prefixes)}
    assert lost == set()


def test_the_page_offers_the_languages_that_have_a_table() -> None:
    (names,) = re.findall(r"export const LANGUAGES = \{([^}]*)\}", (STATIC / "js" / "texts.js").read_text("utf-8"))
    assert set(re.findall(r"(\w+): \"", names)) == {file.stem for file in TABLES.glob("*.json")} == set(FORMS)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_the_same(language: str) -> None:
    english, words = table("en"), table(language)
    base, theirs = set(english) - forms_of(english), set(words) - forms_of(words)
    assert theirs - base == set(), "superfluous"
    assert base - theirs == set(), "missing"
    for key in base:
        # The server's own words are English: elsewhere the table tells what happened, and where.
        said = {"message", "line", "column"} if key.startswith("error.") else set[str]()
        assert placeholders(words[key]) - said == placeholders(english[key]) - said, key
        # What has a form of its own for one has it wherever the language tells one from many.
        expected = {f"{key}.{form}" for form in FORMS[language] if f"{key}.one" in english}
        assert {each for each in forms_of(words) if each.rpartition(".")[0] == key} == expected, key
    for key in forms_of(words):
        counted = {"n", "discs"}  # what "one" may say in words
        assert placeholders(words[key]) | counted == placeholders(words[key.rpartition(".")[0]]) | counted, key


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_languages_with_another_script_leave_nothing_in_english(language: str) -> None:
    names = re.compile(r"\{\w+\}|logistello (?:book|web)|Shift|pasted\.txt")
    left = {
        key: text
        for key, text in table(language).items()
        if ENGLISH.search(names.sub("", text)) and not key.startswith("keycap.")
    }
    assert left == {}


def test_no_words_outside_the_tables() -> None:
    found = {
        file.name: words
        for file in sorted((STATIC / "js").glob("*.js"))
        if file.name != "texts.js" and (words := english_in(file.read_text("utf-8")))
    }
    assert found == {}
    # The one file of a game has its words from the same tables.
    shown = re.sub(r"<style>.*?</style>", "", (STATIC.parent / "game_page.html").read_text("utf-8"), flags=re.DOTALL)
    markup, script = shown.split('"use strict";')
    assert english_in(script) == []
    assert re.findall(r">([^<>]*[A-Za-z][^<>]*)<", markup) == ["Othello", "__GAME__"]


@pytest.mark.parametrize(
    "planted",
    [
        'toast("Saved to the library.")',
        'h("p", {}, "Well played!")',
        'h("button", {}, `Play ${move}`)',
        "box.title = 'Close the dialog'",
        'h("p", {}, `${n} games found`)',
    ],
)
def test_words_in_the_code_would_be_found(planted: str) -> None:
    assert english_in(f'const a = h("div", {{ class: "plain link" }}); // a comment here\n{planted};\n')


def test_every_level_has_a_name() -> None:
    names = {level_settings(level).name.replace(" ", "_") for level in LEVELS}
    assert {f"level.name.{name}" for name in names} == {key for key in table("en") if key.startswith("level.name.")}


def test_every_format_of_games_has_a_title() -> None:
    written = {each.name for each in FORMATS.values() if each.write is not None and each.games}
    assert {f"format.{name}" for name in written} == {key for key in table("en") if key.startswith("format.")}
