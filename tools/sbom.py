"""What the package needs, for whoever has to account for it: an SBOM (CycloneDX 1.6) and a page of licences.

Made from the metadata of the installed packages that ours needs, its extras included, so that it is never older than
they are. Writes dist/sbom.json and docs/reference/licences.md; with --check only compares the page.
"""

from __future__ import annotations

import json
import sys
import uuid
from datetime import UTC, datetime
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OURS = "logistello"
ROOT = Path(__file__).parent.parent
SBOM = ROOT / "dist" / "sbom.json"
PAGE = ROOT / "docs" / "reference" / "licences.md"
EXTRAS = ("all",)


def needed() -> dict[str, tuple[Distribution, set[str]]]:
    """Installed packages by name, ours among them, each with what it needs; of extras only those that are asked for."""
    found: dict[str, tuple[Distribution, set[str]]] = {}
    asked: dict[str, set[str]] = {}
    waiting: list[tuple[str, tuple[str, ...]]] = [(OURS, EXTRAS)]
    while waiting:
        name, extras = waiting.pop()
        if name in asked and asked[name] >= {*extras}:
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # for another platform, or an extra that is not installed
        asked[name] = {*asked.get(name, set()), *extras}
        needs: set[str] = set()
        for text in package.requires or []:
            requirement = Requirement(text)
            environments = [{"extra": extra} for extra in ("", *asked[name])]
            if requirement.marker is None or any(requirement.marker.evaluate(each) for each in environments):
                other = canonicalize_name(requirement.name)
                waiting.append((other, tuple(requirement.extras)))
                if other != name:
                    needs.add(other)
        found[name] = (package, needs)
    return {name: (package, needs & found.keys()) for name, (package, needs) in sorted(found.items())}


def licence_of(package: Distribution) -> str:
    """As the package states it: an expression, else its classifiers, else the first line of its text."""
    stated = package.metadata
    if expression := stated.get("License-Expression"):
        return str(expression)
    classified = [
        line.rpartition("::")[2].strip() for line in stated.get_all("Classifier", []) if line.startswith("License ::")
    ]
    if classified:
        return " AND ".join(classified)
    lines = [line.strip() for line in (stated.get("License") or "").splitlines() if line.strip()]
    return lines[0] if lines else "not stated"


def page(packages: dict[str, tuple[Distribution, set[str]]]) -> str:
    rows = [f"| {name} | {licence_of(package)} |" for name, (package, _) in packages.items() if name != OURS]
    return f"""# Licences

The package is MIT ([LICENSE](../../LICENSE)). Its source holds no code of others; into the native core of a wheel
[nanobind](../../licences/nanobind.txt) (BSD-3-Clause) and the [map](../../licences/robin-map.txt) (MIT) that nanobind
uses are linked, and their licences come with every wheel. With all its extras the package needs those below, which are
installed beside it, each under the licence that it states. Versions, and who needs whom: `make sbom` writes
`dist/sbom.json` (CycloneDX) from what is installed. This page is made by the same command, and a test compares the two.

| package | licence |
|---|---|
{chr(10).join(rows)}
"""


def sbom(packages: dict[str, tuple[Distribution, set[str]]]) -> dict[str, object]:
    def reference(name: str) -> str:
        return f"pkg:pypi/{name}@{packages[name][0].version}"

    def component(name: str) -> dict[str, object]:
        package = packages[name][0]
        licence = licence_of(package)
        is_expression = "License-Expression" in package.metadata
        return {
            "type": "application" if name == OURS else "library",
            "bom-ref": reference(name),
            "name": name,
            "version": package.version,
            "purl": reference(name),
            "licenses": [{"expression": licence} if is_expression else {"license": {"name": licence}}],
        }

    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid4()}",
        "version": 1,
        "metadata": {"timestamp": datetime.now(UTC).isoformat(timespec="seconds"), "component": component(OURS)},
        "components": [component(name) for name in packages if name != OURS],
        "dependencies": [
            {"ref": reference(name), "dependsOn": [reference(other) for other in sorted(needs)]}
            for name, (_, needs) in packages.items()
        ],
    }


def main() -> int:
    packages = needed()
    text = page(packages)
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text(encoding="utf-8") == text:
            return 0
        print(f"{PAGE.relative_to(ROOT)} is not what is installed: run 'make sbom'", file=sys.stderr)
        return 1
    PAGE.write_text(text, encoding="utf-8")
    SBOM.parent.mkdir(exist_ok=True)
    SBOM.write_text(json.dumps(sbom(packages), indent=2) + "\n", encoding="utf-8")
    print(f"{len(packages)} packages: {SBOM.relative_to(ROOT)}, {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
