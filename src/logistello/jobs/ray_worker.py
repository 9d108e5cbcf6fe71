"""What runs in the worker processes of a Ray cluster."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from logistello.errors import JobError
from logistello.jobs.installation import Installation, this_installation
from logistello.jobs.parcel import FileFolder, Parcel, unpack
from logistello.jobs.worker import failure


def look_around() -> Installation:
    """What is installed on this node. Raises ``NativeCoreError`` if the native core does not fit it."""
    return this_installation()


def carry_out(parcel: Parcel, files: Mapping[str, Any], expected: Installation) -> tuple[str, bytes]:
    """The node that worked, and an answer as ``result_of`` takes it. ``files`` are references into Ray's object store.

    A node may have joined after the others were checked, so every worker looks at itself once.
    """
    ray: Any = import_module("ray")
    node = ray.get_runtime_context().get_node_id()
    try:
        if different := expected.differences(this_installation()):
            raise JobError(f"a node that joined has another {' and another '.join(different)}")
        task = unpack(parcel, FileFolder.of_this_user(), lambda name: ray.get(files[name]))
        return node, pickle.dumps((True, task.run()))
    except Exception as error:
        return node, failure(error)
