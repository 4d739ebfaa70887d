"""Packs the package, the library with what it is linked to, and the rules into a wheel; and is what pip builds it by (PEP 517).

    bouton_wheel.py ROOT LIBRARY FOLDER: writes FOLDER/bouton-VERSION-py3-none-PLATFORM.whl and prints its path.

It takes binutils and nothing else. The same library and rules give the same bytes: all files are as old as SOURCE_DATE_EPOCH
says, or else the last commit.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

#: What every Linux with this glibc has; everything else goes into the wheel.
_OF_THE_SYSTEM = re.compile(r"(ld-linux.*|linux-vdso|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+)\.so(\.\d+)*")

#: The oldest glibc of the systems whose compiler's libraries have these versions: a row for each, as distributions pair them.
_PAIRS: list[tuple[tuple[int, ...], dict[str, tuple[int, ...]]]] = [
    ((2, 31), {"GLIBCXX": (3, 4, 28), "CXXABI": (1, 3, 12), "GCC": (7, 0, 0)}),
    ((2, 34), {"GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13), "GCC": (7, 0, 0)}),
    ((2, 35), {"GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}),
    ((2, 38), {"GLIBCXX": (3, 4, 32), "CXXABI": (1, 3, 14), "GCC": (13, 0, 0)}),
]
#: Versions of glibc's that are not numbers.
_NAMED = {"ABI_DT_RELR": (2, 36)}
_MACHINES = {"i386:x86-64": "x86_64", "aarch64": "aarch64"}


def _output(*command: str | Path) -> str:
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"}
    ).stdout


def needed_versions(headers: str) -> set[str]:
    """The versions of symbols that a library takes from others, "GLIBC_2.34", in what `objdump -p` prints of it."""
    _, _, references = headers.partition("Version References:")
    return set(re.findall(r"^\s+0x\w+ 0x\w+ \d+ (\S+)$", references, re.MULTILINE))


def glibc_of(versions: set[str]) -> tuple[int, ...] | None:
    """The oldest glibc whose systems have all these versions; None where that cannot be said."""
    needed: tuple[int, ...] = (2, 17)
    compilers: dict[str, tuple[int, ...]] = {}
    for version in versions:
        name, _, number = version.partition("_")
        parsed = tuple(map(int, number.split("."))) if re.fullmatch(r"\d+(\.\d+)*", number) else None
        if name == "GLIBC":
            parsed = _NAMED.get(number, parsed)
            if parsed is None:
                return None
            needed = max(needed, parsed[:2])
        elif name in ("GLIBCXX", "CXXABI", "GCC"):
            if parsed is None:
                return None
            compilers[name] = max(compilers.get(name, ()), parsed)
    for glibc, has in _PAIRS:
        if all(found <= has[name] for name, found in compilers.items()):
            return max(needed, glibc) if compilers else needed
    return None


def platform_of(libraries: list[Path]) -> str:
    """The tag: manylinux_X_Y where a glibc X.Y is enough for all of them, else linux."""
    found = re.search(r"architecture: ([^,\s]+)", _output("objdump", "-f", libraries[0]))
    machine = _MACHINES.get(found.group(1) if found else "")
    if machine is None:
        raise SystemExit(f"bouton_wheel.py: {libraries[0]} is for a machine that no tag is known for")
    glibc = glibc_of(set().union(*(needed_versions(_output("objdump", "-p", library)) for library in libraries)))
    return f"linux_{machine}" if glibc is None else f"manylinux_{glibc[0]}_{glibc[1]}_{machine}"


def companions(library: Path) -> list[Path]:
    """The libraries that it is linked to, directly or not, and that not every system has."""
    found = []
    for line in _output("ldd", library).splitlines():
        name, _, place = line.strip().partition(" => ")
        if _OF_THE_SYSTEM.fullmatch(Path(name.split()[0]).name):
            continue
        if not place.startswith("/"):
            raise SystemExit(f"bouton_wheel.py: {library} takes {name}, which is not here")
        found.append(Path(place.split()[0]))
    return sorted(found, key=lambda path: path.name)


def _licence_of(library: Path) -> Path | None:
    """What Debian says of who may copy the library."""
    for place in (library, library.resolve(), Path("/usr") / str(library).lstrip("/"), Path("/usr") / str(library.resolve()).lstrip("/")):
        done = subprocess.run(["dpkg", "-S", place], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        if done.returncode == 0:
            licence = Path("/usr/share/doc") / done.stdout.split(":")[0] / "copyright"
            if licence.is_file():
                return licence
    return None


def _time_of(root: Path) -> tuple[int, int, int, int, int, int]:
    import time

    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        done = subprocess.run(
            ["git", "-C", root, "log", "-1", "--format=%ct"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False
        )
        seconds = done.stdout.strip() or "0"
    moment = time.gmtime(max(int(seconds), 315532800))  # ZIP begins with 1980
    return (moment.tm_year, moment.tm_mon, moment.tm_mday, moment.tm_hour, moment.tm_min, moment.tm_sec)


def version_of(root: Path) -> str:
    found = re.search(r"^project\(Bouton VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.MULTILINE)
    if found is None:
        raise SystemExit("bouton_wheel.py: CMakeLists.txt names no version")
    return found.group(1)


def _metadata(root: Path) -> str:
    return (
        f"Metadata-Version: 2.1\nName: bouton\nVersion: {version_of(root)}\n"
        "Summary: A runtime for impartial games: rules as Lua files, values as NumPy arrays\n"
        "Requires-Python: >=3.10\nProvides-Extra: numpy\nRequires-Dist: numpy; extra == 'numpy'\n"
        "Classifier: Operating System :: POSIX :: Linux\nClassifier: Typing :: Typed\n"
        "Description-Content-Type: text/markdown\n\n" + (root / "docs" / "python.md").read_text()
    )


def _stripped(library: Path, folder: str) -> bytes:
    """The library without what only debuggers read."""
    copy = Path(folder) / library.name
    subprocess.run(["strip", "--strip-unneeded", "-o", copy, library.resolve()], check=True)
    return copy.read_bytes()


def _files(root: Path, library: Path, others: list[Path], info: str) -> dict[str, bytes]:
    """What is in the wheel, but for its list of files."""
    files = {}
    package = root / "bindings" / "python" / "bouton"
    for path in [*package.glob("*.py"), package / "py.typed"]:
        files[f"bouton/{path.name}"] = path.read_bytes()
    for path in (root / "rules").rglob("*.lua"):
        files[f"bouton/share/bouton/rules/{path.relative_to(root / 'rules')}"] = path.read_bytes()
    files[f"{info}/licenses/LICENSE"] = (root / "LICENSE").read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        files["bouton/lib/libbouton.so.1"] = _stripped(library, folder)
        for other in others:
            files[f"bouton/lib/{other.name}"] = other.resolve().read_bytes()
            licence = _licence_of(other)
            if licence is None:
                print(f"bouton_wheel.py: no package is known to have {other}; the wheel has no licence of it", file=sys.stderr)
            else:
                files[f"{info}/licenses/{other.name.partition('.so')[0]}"] = licence.read_bytes()
    return files


def pack(root: Path, library: Path, folder: Path) -> Path:
    """Writes the wheel, whole or not at all."""
    others = companions(library)
    platform = platform_of([library, *others])
    name = f"bouton-{version_of(root)}"
    info = f"{name}.dist-info"
    files = _files(root, library, others, info)
    files[f"{info}/METADATA"] = _metadata(root).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: bouton\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n".encode()
    record = ""
    for path, content in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    record += f"{info}/RECORD,,\n"
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{name}-py3-none-{platform}.whl"
    moment = _time_of(root)
    with tempfile.TemporaryDirectory(dir=folder) as beside:
        unfinished = Path(beside) / wheel.name
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for path, content in [*sorted(files.items()), (f"{info}/RECORD", record.encode())]:
                entry = zipfile.ZipInfo(path, moment)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.create_system = 3
                entry.external_attr = (0o100755 if path.startswith("bouton/lib/") else 0o100644) << 16
                archive.writestr(entry, content)
        unfinished.replace(wheel)
    wheel.chmod(0o644)
    return wheel


# -- What pip calls, in the folder of pyproject.toml


def build_wheel(wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None) -> str:
    """`--config-settings build=FOLDER` takes what was built there already."""
    build = (config_settings or {}).get("build")
    command = ["scripts/package", "python", "--to", os.path.abspath(wheel_directory), *(["--build", build] if build else [])]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Path(done.stdout.strip().splitlines()[-1]).name


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    raise SystemExit("bouton: there is no source distribution; clone the repository")


if __name__ == "__main__":
    print(pack(*map(Path, sys.argv[1:])))
