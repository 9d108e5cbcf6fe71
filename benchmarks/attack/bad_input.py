"""The attack ``files``: bad files and bad options into every command."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from benchmarks.attack.attempt import Attempt
from benchmarks.attack.bad_bytes import bad
from benchmarks.attack.bad_values import options_of, players
from benchmarks.attack.campaign import Outcome
from benchmarks.attack.ending import Limits
from benchmarks.attack.recipes import RECIPES, Recipe, command_of
from benchmarks.attack.samples import Content, Sample, Samples
from benchmarks.attack.warm import run_process
from benchmarks.attack.workshop import Workshop

#: Share of the attempts that are processes of their own from the beginning, as a user's are.
REAL_SHARE = 0.02
_SLOT = re.compile(r"\{(?:(out|own):)?([\w.]+)\}")
_FOREIGN = b"my own notes, nobody else's\n"
_ODD_NAMES = (
    "a\x1b[2Jb.ggf", "[/b]x.ggf", "a\nb.ggf", "\udcff\udcfe.ggf", "é\u202e.ggf", "a b.ggf", "%s%n.ggf", "x" * 250,
    "x.ggf.gz", "in.wtb", "in.sgf", "in.positions", "CON", ".hidden", "in", "in.jou", "in.model",
)  # fmt: skip
_NO_FILE = (
    "missing.ggf", ".", "/dev/null", "/dev/zero", "", "x" * 300, "in.txt/inside", "/proc/self/mem", "loop",
    "missing/x",
)  # fmt: skip
_GARBAGE = (
    "--nonsense", "-x", "--", "-", "", "\x1b[2J", "[/b]", "\udcff", "=", "--output", "--json=1", "--help=", "-o", "5",
    "f5",
)  # fmt: skip
_NO_OUTPUT = ("/dev/full", "missing/x", "", ".", "/proc/x", "x" * 300, "in.txt/x", "/", "-", "\udcff")
#: Seconds until Ctrl-C; a process that was not forked has to start first.
_INTERRUPT, _INTERRUPT_REAL = 1.0, 10.0


@dataclass
class _Slot:
    """A place for a file in the command line."""

    role: str
    sample: Sample | None
    name: str
    #: Which word, and where in it.
    word: int = -1


class BadInput:
    """Trials by their numbers: the same seed, number and samples give the same attempt."""

    def __init__(self, samples: Samples, seed: int) -> None:
        self._samples = samples
        self._seed = seed
        self._others = [each.content for each in samples.all.values() if isinstance(each.content, bytes)]

    def attempt(self, number: int) -> Attempt:
        rng = random.Random(f"files {self._seed} {number}")  # noqa: S311 - no secret
        [recipe] = rng.choices(RECIPES, [each.weight for each in RECIPES])
        made = _Making(self._samples, self._others, recipe, rng)
        made.harm()
        if rng.random() < 0.2:
            made.harm()
        attempt = made.made
        if rng.random() < REAL_SHARE:
            attempt.real = True
            if attempt.limits.interrupt_after is not None:
                attempt.limits = replace(attempt.limits, interrupt_after=_INTERRUPT_REAL)
        return attempt


class _Making:
    """An attempt on its way from a good command line to a bad one."""

    def __init__(self, samples: Samples, others: list[bytes], recipe: Recipe, rng: random.Random) -> None:
        self._samples, self._others, self._rng = samples, others, rng
        self._slots: list[_Slot] = []
        self.made = Attempt([], plain_output=recipe.plain_output)
        self.made.limits = Limits(interrupt_after=recipe.interrupt_after)
        words = recipe.line.split()
        self._command = command_of(words)
        for number, word in enumerate(words):
            self.made.arguments.append(_SLOT.sub(partial(self._filled, number), word))
        self.made.stdin = re.sub(
            rb"\{(\w+)\}", lambda found: self._fill("in", found[1].decode(), -1).encode(), recipe.stdin
        )
        for name, kind in recipe.beside.items():
            self._slots.append(_Slot("beside", samples[kind], name))
            self._put(name, samples[kind].content)
            self.made.changeable.append(name)

    def _filled(self, word: int, found: re.Match[str]) -> str:
        return self._fill(found[1] or "in", found[2], word)

    def _fill(self, role: str, what: str, word: int) -> str:
        if role == "out":
            self._slots.append(_Slot(role, None, what, word))
            return what
        sample = self._rng.choice(list(self._samples.notation.values())) if what == "any" else self._samples[what]
        name = sample.name
        while name in self.made.files:
            name = f"other-{name}"
        self._slots.append(_Slot(role, sample, name, word))
        self._put(name, sample.content)
        if what == "preset":
            self._put("small.toml", self._samples["patterns"].content)
        if role == "own":
            self.made.changeable.append(name)
        return name

    def _put(self, name: str, content: Content) -> None:
        self.made.files[name] = content

    # -- harms ----------------------------------------------------------------------------------

    def harm(self) -> None:
        harms = {
            self._bad_content: 0.52,
            self._wrong_kind: 0.08,
            self._no_file: 0.05,
            self._odd_name: 0.05,
            self._bad_output: 0.08,
            self._bad_option: 0.20,
            self._bad_words: 0.05,
        }
        [harm] = self._rng.choices(list(harms), list(harms.values()))
        while not harm():
            harm = self._rng.choice(list(harms))

    def _read_slots(self) -> list[_Slot]:
        return [slot for slot in self._slots if slot.role != "out" and slot.name in self.made.files]

    def _bad_content(self) -> bool:
        slots = self._read_slots()
        if not slots:
            return False
        slot = self._rng.choice(slots)
        content = self.made.files[slot.name]
        if isinstance(content, bytes):
            self._put(slot.name, bad(content, self._rng, self._others))
        else:
            inner = self._rng.choice(list(content))
            self._put(slot.name, {**content, inner: bad(content[inner], self._rng, self._others)})
        self.made.harms.append(f"bad {slot.name}")
        return True

    def _wrong_kind(self) -> bool:
        """A good file of another kind, which must stay as it is."""
        slots = self._read_slots()
        if not slots:
            return False
        slot = self._rng.choice(slots)
        kinds = [each for each in self._samples.all.values() if slot.sample is None or each.kind != slot.sample.kind]
        other = self._rng.choice(kinds)
        foreign = slot.role == "beside" and self._rng.random() < 0.7
        self._put(slot.name, _FOREIGN if foreign else other.content)
        if slot.name in self.made.changeable:
            self.made.changeable.remove(slot.name)
        self.made.harms.append(f"{slot.name} is {'a foreign file' if foreign else other.kind}")
        return True

    def _no_file(self) -> bool:
        slots = [slot for slot in self._read_slots() if slot.word >= 0]
        if not slots:
            return False
        slot = self._rng.choice(slots)
        if self._rng.random() < 0.3 and isinstance(data := self.made.files[slot.name], bytes):
            self.made.stdin = bad(data, self._rng, self._others)
            path = "-"
        else:
            path = self._rng.choice(_NO_FILE)
        if path == "loop":
            self.made.links["loop"] = "loop"
        self._rename(slot, path)
        self.made.harms.append(f"{path!a} instead of a file")
        return True

    def _odd_name(self) -> bool:
        slots = [slot for slot in self._slots if slot.word >= 0]
        if not slots:
            return False
        slot = self._rng.choice(slots)
        name = self._rng.choice(_ODD_NAMES)
        if name in self.made.files:
            return False
        if slot.name in self.made.files:
            self._put(name, self.made.files.pop(slot.name))
            self.made.changeable = [name if each == slot.name else each for each in self.made.changeable]
            for links in (self.made.links, self.made.hard_links):
                links.update({each: name for each, target in links.items() if target == slot.name})
        self._rename(slot, name)
        self.made.harms.append(f"named {name!a}")
        return True

    def _bad_output(self) -> bool:
        slots = [slot for slot in self._slots if slot.role == "out"]
        if not slots:
            return False
        slot = self._rng.choice(slots)
        inputs = [each.name for each in self._read_slots() if isinstance(self.made.files[each.name], bytes)]
        names = [each.name for each in self._slots if each.role == "out" and each is not slot]
        kind = self._rng.choice(("input", "input", "hard link", "link", "two", "folder", "odd", "existing"))
        if kind in ("input", "hard link", "link") and inputs:
            target = self._rng.choice(inputs)
            link = f"linked-{len(self.made.links) + len(self.made.hard_links)}"
            if kind != "input":
                links = self.made.links if kind == "link" else self.made.hard_links
                links[link] = target
            self._rename(slot, target if kind == "input" else link)
            if self.made.arguments[:2] == ["calibrate", target]:  # its output is the model itself, if nothing is said
                self.made.changeable.append(target)
            self.made.harms.append(f"output is the input {target} ({kind})")
        elif kind == "two" and names:
            self._rename(slot, self._rng.choice(names))
            self.made.harms.append("two outputs with one name")
        elif kind == "folder":
            self._put("folder", {"inside.txt": _FOREIGN})
            self._rename(slot, "folder")
            self.made.harms.append("output is a folder")
        elif kind == "existing" and slot.name not in _NO_OUTPUT:  # an earlier harm may have led it anywhere
            self._put(slot.name, _FOREIGN)
            self.made.changeable.append(slot.name)
            self.made.harms.append("output exists")
        else:
            path = self._rng.choice(_NO_OUTPUT)
            self._rename(slot, path)
            self.made.harms.append(f"output {path!a}")
        return True

    def _bad_option(self) -> bool:
        options = options_of(self._command)
        if not options:
            return False
        option = self._rng.choice(options)
        value = option.bad_value(self._rng)
        if not option.name and self._command in (("match",), ("tournament",)) and self._rng.random() < 0.8:
            self.made.arguments[1] = self._rng.choice(players())
            self._interrupt()
            self.made.harms.append("bad player")
            return True
        words = self.made.arguments
        if option.name in words[:-1] and self._rng.random() < 0.9:
            words[words.index(option.name) + 1] = value
        else:
            words += [option.name, value] if option.name else [value]
        if option.is_work:
            self._interrupt()
        self.made.harms.append(f"{option.name or 'argument'} {value[:40]!a}")
        return True

    def _bad_words(self) -> bool:
        words, first = self.made.arguments, len(self._command)
        at = self._rng.randrange(first, len(words) + 1)
        kind = self._rng.choice(("drop", "double", "swap", "insert", "insert"))
        if kind == "insert" or at == len(words):
            words.insert(at, self._rng.choice(_GARBAGE))
        elif kind == "drop":
            del words[at]
        elif kind == "double":
            words.insert(at, words[at])
        else:
            other = self._rng.randrange(first, len(words))
            words[at], words[other] = words[other], words[at]
        # Whatever is an output now was named by the user.
        self.made.changeable += [name for name in self.made.files if name not in self.made.changeable]
        self._interrupt()
        self.made.harms.append(f"{kind} a word")
        return True

    def _rename(self, slot: _Slot, name: str) -> None:
        words = self.made.arguments
        for number, word in enumerate(words):
            if word == slot.name or word.endswith(f"={slot.name}"):
                words[number] = word[: len(word) - len(slot.name)] + name
        slot.name = name

    def _interrupt(self) -> None:
        if self.made.limits.interrupt_after is None:
            self.made.limits = replace(self.made.limits, interrupt_after=_INTERRUPT)


class FilesAttack:
    """Every trial one command with a bad file, a bad option or a bad place for its output."""

    name = "files"
    units = "bad inputs"
    units_of_trial = 1

    def __init__(self, seed: int, workshop: Workshop) -> None:
        self._warm, self._folder = workshop.warm, workshop.place("files")
        self._maker = BadInput(workshop.samples, seed)

    def trial(self, number: int) -> Outcome:
        return self._outcome(number, self._maker.attempt(number))

    def again(self, number: int, kept: Path) -> Outcome:
        return self._outcome(number, Attempt.kept(kept) if kept.exists() else self._maker.attempt(number))

    def _outcome(self, number: int, attempt: Attempt) -> Outcome:
        found, ended = attempt.run(self._folder / f"trial-{number}", run_process if attempt.real else self._warm.run)
        words = attempt.arguments
        return Outcome(
            number,
            " ".join(command_of(words)),
            found,
            seconds=ended.seconds,
            keep=lambda folder: attempt.keep(folder, found, ended),
            command=str(attempt),
        )
