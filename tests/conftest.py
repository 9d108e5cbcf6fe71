"""Settings for all tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Loaded machines are slow now and then: a deadline per example would only make tests flaky.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("default")

# Whoever runs the tests in the background may have Ctrl-C ignored, and the processes that the tests start and
# interrupt would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parent.parent

#: Folders whose files share something that takes long to make: a training run, a server, a loaded program.
SHARING = {ROOT / "tests" / name for name in ("cli", "train", "web")}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several processes run the tests (``--dist loadgroup``), those of a file stay in one of them, and so do
    those of a folder that shares."""
    for item in items:
        together = item.path.parent if item.path.parent in SHARING else item.path
        item.add_marker(pytest.mark.xdist_group(together.relative_to(ROOT).as_posix()))


@pytest.fixture(scope="session", autouse=True)
def _own_book(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whoever plays in a test learns into a book of the tests, not into that of the user."""
    os.environ["LOGISTELLO_BOOK"] = str(tmp_path_factory.mktemp("book") / "my.book")


@pytest.fixture(scope="session")
def data() -> Path:
    """Small files that belong to the repository."""
    return ROOT / "tests" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The large collections, where they lie beside the repository."""
    folder = Path(os.environ.get("LOGISTELLO_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip("the large collections are not here")
    return folder
