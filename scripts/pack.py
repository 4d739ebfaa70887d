"""Packs files so that the same ones give the same bytes: all are as old as SOURCE_DATE_EPOCH says, and stand in the order of their names.

    pack.py OUTPUT ENTRY...: OUTPUT ends in .zip or .tar.gz; an ENTRY is NAME=PATH, of a file or of a folder with all that is in it.

What is wrong leaves nothing behind.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path


def files_of(entries: list[str]) -> dict[str, Path]:
    """The files, by the names that they have in the package."""
    found = {}
    for entry in entries:
        name, _, place = entry.partition("=")
        path = Path(place)
        if path.is_dir():
            for inner in path.rglob("*"):
                if inner.is_file():
                    found[f"{name}/{inner.relative_to(path)}"] = inner
        elif path.is_file():
            found[name] = path
        else:
            raise SystemExit(f"pack.py: there is no {place}")
    return dict(sorted(found.items()))


def mode_of(path: Path) -> int:
    return 0o755 if os.access(path, os.X_OK) and path.suffix != ".dll" else 0o644


def write_zip(stream: io.BufferedIOBase, files: dict[str, Path], moment: int) -> None:
    when = time.gmtime(max(moment, 315532800))  # ZIP begins with 1980
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in files.items():
            entry = zipfile.ZipInfo(name, when[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode_of(path)) << 16
            archive.writestr(entry, path.read_bytes())


def write_tar(stream: io.BufferedIOBase, files: dict[str, Path], moment: int) -> None:
    with gzip.GzipFile("", "wb", 9, stream, mtime=0) as packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, path in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = path.stat().st_size
            entry.mode = mode_of(path)
            entry.mtime = moment
            with path.open("rb") as content:
                archive.addfile(entry, content)


def main() -> None:
    output = Path(sys.argv[1])
    files = files_of(sys.argv[2:])
    moment = int(os.environ.get("SOURCE_DATE_EPOCH") or 0)
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent) as beside:
        unfinished = Path(beside) / output.name
        with unfinished.open("wb") as stream:
            (write_zip if output.suffix == ".zip" else write_tar)(stream, files, moment)
        unfinished.replace(output)
    output.chmod(0o644)
    print(output)


if __name__ == "__main__":
    main()
