"""Every dialogue of ``dialogues/``, against the real process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .dialogue import Dialogue, Peer, command, read_dialogue, replay

DIALOGUES = [read_dialogue(path) for path in sorted(Path(__file__).parent.glob("dialogues/*/*.txt"))]
#: After these a session is where it was, and has said everything.
RESET = {
    "gtp": (["time_settings 0 0 0", "set_level 3", "4711 clear_board"], "=4711"),
    "nboard": (["set contempt 0", "set depth 3", "ping 4711"], "pong 4711"),
    "xboard": (["exit", "easy", "new", "force", "nopost", "ping 4711"], "pong 4711"),
}


@pytest.fixture(scope="module")
def peers() -> Iterator[dict[str, Peer]]:
    """One process for each protocol; a dialogue that fails takes its process along."""
    running: dict[str, Peer] = {}
    yield running
    for peer in running.values():
        peer.close()


def test_there_are_dialogues_of_every_protocol() -> None:
    assert {dialogue.protocol for dialogue in DIALOGUES} == set(RESET)


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: f"{dialogue.protocol}-{dialogue.path.stem}")
def test_dialogue(dialogue: Dialogue, peers: dict[str, Peer]) -> None:
    protocol = dialogue.protocol
    if dialogue.options is not None:
        peer = Peer(command(protocol, *dialogue.options))
        try:
            replay(dialogue, peer)
        finally:
            peer.close()
        return
    peer = peers.pop(protocol, None) or Peer(command(protocol, "--depth", "3"))
    try:
        replay(dialogue, peer)
        lines, last = RESET[protocol]
        for line in lines:
            peer.send(line)
        peer.hear_until(last)
        if protocol == "gtp":
            assert peer.hear() == ""
    except BaseException:
        peer.close()
        raise
    peers[protocol] = peer
