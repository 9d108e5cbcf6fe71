"""Files of tasks on their way to another machine, and what makes an installation fit for them: no cluster needed."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path

import pytest

from logistello.errors import JobError, UsageError
from logistello.jobs import Task, open_pool
from logistello.jobs.cluster_address import ClusterAddress
from logistello.jobs.installation import this_installation
from logistello.jobs.parcel import FileFolder, Packer, unpack
from tests.jobs import calls


class Wire:
    """What was sent, by hash; counts what was fetched."""

    def __init__(self) -> None:
        self.content: dict[str, bytes] = {}
        self.fetched: list[str] = []

    def send(self, name: str, content: bytes) -> None:
        assert name not in self.content, "sent twice"
        self.content[name] = content

    def fetch(self, name: str) -> bytes:
        self.fetched.append(name)
        return self.content[name]


def test_a_file_travels_once_and_by_content(tmp_path: Path) -> None:
    wire, there = Wire(), FileFolder(tmp_path / "there")
    packer = Packer(wire.send)
    file = tmp_path / "some.model"
    file.write_text("one")
    same = tmp_path / "same.model"
    same.write_text("one")
    read = [unpack(packer.pack(Task(calls.read, (each,))), there, wire.fetch).run() for each in (file, file, same)]
    assert [text for _, text in read] == ["one", "one", "one"]
    assert all(path.startswith(str(tmp_path / "there")) for path, _ in read)
    assert len(wire.content) == 1
    file.write_text("two, and longer")
    assert unpack(packer.pack(Task(calls.read, (file,))), there, wire.fetch).run()[1] == "two, and longer"
    assert len(wire.content) == 2


def test_names_of_what_is_no_file_stay_as_they_are(tmp_path: Path) -> None:
    packer = Packer(Wire().send)
    arguments = (tmp_path, tmp_path / "missing", Path("relative"), str(tmp_path))
    parcel = packer.pack(Task(calls.read, arguments))
    assert parcel.files == ()
    assert unpack(parcel, FileFolder(tmp_path), Wire().fetch).arguments == arguments


def test_what_arrives_damaged_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "some.model"
    file.write_text("one")
    parcel = Packer(Wire().send).pack(Task(calls.read, (file,)))
    with pytest.raises(JobError, match=r"some\.model arrived damaged"):
        unpack(parcel, FileFolder(tmp_path / "there"), lambda name: b"another")
    assert not list((tmp_path / "there").rglob("*.model"))


def test_a_machine_keeps_the_files_used_last(tmp_path: Path) -> None:
    wire, there = Wire(), FileFolder(tmp_path / "there")
    packer = Packer(wire.send)
    for number in range(40):
        file = tmp_path / f"{number}.model"
        file.write_text(str(number))
        path = Path(unpack(packer.pack(Task(calls.read, (file,))), there, wire.fetch).run()[0])
        os.utime(path.parent, (number, number))  # in the order in which they came, whatever the clock of files
    kept = sorted(int(path.stem) for path in (tmp_path / "there").rglob("*.model"))
    assert len(kept) == 32
    assert kept[-1] == 39


def test_every_difference_but_the_level_counts() -> None:
    ours = this_installation()
    assert ours.differences(ours) == []
    assert ours.differences(replace(ours, level="another")) == []
    for field in fields(ours):
        if field.name != "level":
            assert len(ours.differences(replace(ours, **{field.name: "other"}))) == 1
    assert ours.differences(replace(ours, version="9.9")) == [f"version of logistello (9.9 there, {ours.version} here)"]


@pytest.mark.parametrize("text", ["local", "local:0", "local:x", "local:2000", "somewhere", "", "a b:1", "ray://a:1"])
def test_names_of_no_cluster(text: str) -> None:
    with pytest.raises(UsageError, match="expected auto"):
        ClusterAddress.parse(text)


def test_workers_and_a_cluster_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="either that or a cluster"):
        open_pool(2, "local:2")
