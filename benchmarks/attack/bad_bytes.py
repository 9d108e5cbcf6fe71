"""Good bytes made bad: cut, flipped, spliced, blown up, in another encoding, or with the checksum put right again."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
import struct
from collections.abc import Callable, Sequence
from typing import Any

#: Words that readers trip over.
FRAGMENTS: tuple[bytes, ...] = (
    *rb"""(; ;) ) ( [ ] \ { } " ' , : ; | / % # = == -- + - * @ @@@@ 0 1 -1 1e9 1e999 -1e999 nan inf NaN Infinity
    null true 0x10 1_000 99999999999999999999 -9223372036854775809 4294967296 f5 d6 a9 i1 pass PA GM[Othello] GM[2]
    BO[8 B[f5] W[d6] B[] RE[?] (;GM[2]FF[4] [Event 1. 34-30 X O X to move <!-- $(x) %s %n {x} ../x [/b]""".split(),
    b"\n",
    b"\r",
    b"\t",
    b" ",
    b"\0",
    b"\x1b[2J\x1b]0;x\x07",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\x80",
    "٣½é€\u202e\u2028\ud7ff".encode(),
    b"\xed\xa0\x80",
    b"\xc2\x9b31m",
)
_NUMBERS = (
    b"0", b"-1", b"1e400", b"99999999999", b"18446744073709551616", b"nan", b"-0", b"1" * 5000, b"3.5", b"x",
)  # fmt: skip
_NESTED = (
    b"(;", b"(;B[f5]", b"[", b"{", b'{"a":', b"(", b'"', b"[[", b"/8", b"\n", b"- ", b"f5", b"1. ", b"\0", b" ", b"A",
)  # fmt: skip

#: From 100 bytes to some hundred kilobytes.
_REPEATS = (100, 1_000, 5_000, 20_000, 100_000)


def mutated(data: bytes, rng: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """One to four small harms."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice(_HARMS)(data, rng, others)
    return data


def crafted(data: bytes, rng: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """Something else in its place, of the kinds that programs are attacked with."""
    return rng.choice(_CRAFTS)(data, rng, others)


def bad(data: bytes, rng: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """Any of them; files with a frame of our own often with a checksum that is right."""
    framed = _Framed.of(data)
    if framed is not None and rng.random() < 0.7:
        return framed.harmed(rng)
    return mutated(data, rng, others) if rng.random() < 0.8 else crafted(data, rng, others)


# -- small harms ------------------------------------------------------------------------------

Harm = Callable[[bytes, random.Random, Sequence[bytes]], bytes]


def _cut(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _flip_bits(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _overwrite(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    piece = rng.choice((rng.randbytes(rng.randrange(1, 9)), b"\xff" * 4, bytes(4), b"\xff" * 8, rng.choice(FRAGMENTS)))
    return data[:at] + piece + data[at + len(piece) :]


def _remove(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 2, 8, 100)) :]


def _insert(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(FRAGMENTS) * rng.choice((1, 1, 1, 3, 50)) + data[at:]


def _duplicate(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    at, to = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return data[:to] + data[at:to][:2_000] * rng.choice((1, 2, 10)) + data[to:]


def _shuffle_lines(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    rng.shuffle(lines)
    return b"\n".join(lines)


def _change_number(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    found = list(re.finditer(rb"-?[0-9]+(\.[0-9]+)?", data))
    if not found:
        return _insert(data, rng, ())
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(_NUMBERS) + data[one.end() :]


def _splice(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others) if others else data
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


_HARMS: tuple[Harm, ...] = (
    _cut,
    _flip_bits,
    _overwrite,
    _remove,
    _insert,
    _insert,
    _duplicate,
    _shuffle_lines,
    _change_number,
    _change_number,
    _splice,
)

# -- something else ---------------------------------------------------------------------------


def _nothing(*_: object) -> bytes:
    return b""


def _noise(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    return rng.randbytes(rng.choice((1, 16, 100, 5_000)))


def _zeros(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    return bytes(rng.choice((1, 64, len(data), 100_000)))


def _nested(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    at = rng.choice((0, 0, len(data) // 2, len(data)))
    return data[:at] + rng.choice(_NESTED) * rng.choice(_REPEATS) + data[at:]


def _packed(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    packed = gzip.compress(data, mtime=0)
    return rng.choice((packed, gzip.compress(packed, mtime=0), mutated(packed, rng), packed + packed, packed[:-4]))


def _packed_flood(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    """A kilobyte that becomes hundreds; benchmarks.web.hostile has larger ones."""
    unit = rng.choice((bytes(1000), b"f5d6c3d3c4\n", b"(;GM[2]", data[:1000] or b" "))
    return gzip.compress(unit * (300_000 // len(unit)), mtime=0)


def _other_encoding(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    text = data.decode("latin-1")
    return text.encode(rng.choice(("utf-16", "utf-32", "utf-7", "utf-8", "utf-16-le")))


def _endless_line(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    return data.replace(b"\n", rng.choice((b"", b" "))) * rng.choice((1, 20)) + b"x" * rng.choice(_REPEATS)


def _other_kind(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    return rng.choice(others) if others else b""


def _fragments(data: bytes, rng: random.Random, _: Sequence[bytes]) -> bytes:
    return rng.choice((b"", b" ", b"\n")).join(rng.choices(FRAGMENTS, k=rng.choice((1, 5, 60))))


_CRAFTS: tuple[Harm, ...] = (
    _nothing,
    _noise,
    _zeros,
    _nested,
    _nested,
    _packed,
    _packed_flood,
    _other_encoding,
    _endless_line,
    _other_kind,
    _fragments,
)

# -- files with our frame ---------------------------------------------------------------------

_PREFIX = struct.Struct("<8sII")
_CHECKSUM_BYTES = 32
_JSON_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1, 2**31, 2**63, 2**64, 10**30, 1.5, 1e308, float("nan"), float("inf"), "", "x", "\x1b[2J", [],
    {}, [[]], [None], [-1], {"a": 1}, [10**12], ["<i2"], "<O", "|O8", "<f8", "S1", "V0", "a" * 5000,
)  # fmt: skip


class _Framed:
    """A model, a file of positions or of arrays: magic, version, header, body, SHA-256."""

    def __init__(self, magic: bytes, version: int, header: Any, body: bytes) -> None:
        self.magic, self.version, self.header, self.body = magic, version, header, body

    @classmethod
    def of(cls, data: bytes) -> _Framed | None:
        if not data.startswith(b"LOGIS") or len(data) < _PREFIX.size + _CHECKSUM_BYTES:
            return None
        magic, version, size = _PREFIX.unpack_from(data)
        start = _PREFIX.size + size
        try:
            header = json.loads(data[_PREFIX.size : start])
        except ValueError:  # harmed already
            return None
        return cls(magic, version, header, data[start:-_CHECKSUM_BYTES])

    def harmed(self, rng: random.Random) -> bytes:
        """With a checksum that is right, so that what is inside is read."""
        header, body = self.header, self.body
        if rng.random() < 0.7:
            header = _harmed_json(header, rng)
        else:
            body = rng.choice((_flip_bits, _overwrite, _cut, _remove, _noise))(body, rng, ())
        if isinstance(header, dict) and rng.random() < 0.8:
            header = {**header, "body_bytes": len(body)}
        text = json.dumps(header, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
        text += b" " * (-(_PREFIX.size + len(text)) % 64)
        whole = _PREFIX.pack(self.magic, self.version, len(text)) + text + body
        return whole + hashlib.sha256(whole).digest()


def _harmed_json(value: Any, rng: random.Random) -> Any:
    """The same with one value somewhere inside changed, removed or doubled."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(list(value))
        if rng.random() < 0.15:
            return {key: each for key, each in value.items() if key != name}
        return {**value, name: _harmed_json(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        changed = list(value)
        if rng.random() < 0.3:
            changed[at : at + 1] = rng.choice(([], [value[at], value[at]]))
        else:
            changed[at] = _harmed_json(value[at], rng)
        return changed
    if isinstance(value, int) and rng.random() < 0.3:
        return value + rng.choice((-1, 1, 7))
    return rng.choice(_JSON_VALUES)
