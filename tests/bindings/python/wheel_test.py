"""What scripts/package python says of a library: which systems have what it takes."""

from __future__ import annotations

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "bindings" / "python" / "backend"))
import bouton_wheel

HEADERS = """
  RUNPATH              $ORIGIN

Version definitions:
1 0x01 0x0d696910 BOUTON_1
Version References:
  required from libstdc++.so.6:
    0x0297f871 0x00 05 GLIBCXX_3.4.21
  required from libc.so.6:
    0x06969196 0x00 03 GLIBC_2.36
    0x09691a75 0x00 02 GLIBC_2.2.5
"""


def test_versions_in_what_objdump_prints():
    assert bouton_wheel.needed_versions(HEADERS) == {"GLIBCXX_3.4.21", "GLIBC_2.36", "GLIBC_2.2.5"}


@pytest.mark.parametrize(
    "versions, glibc",
    [
        ({"GLIBC_2.2.5"}, (2, 17)),
        ({"GLIBC_2.2.5", "GLIBC_2.28"}, (2, 28)),
        ({"GLIBC_2.4", "GLIBC_2.34", "LIBPNG16_0"}, (2, 34)),
        # The compiler's library may be younger than glibc: GCC 12 came to Ubuntu 22.04, which has glibc 2.35.
        ({"GLIBC_2.34", "GLIBCXX_3.4.30"}, (2, 35)),
        ({"GLIBC_2.36", "GLIBCXX_3.4.30", "CXXABI_1.3.13"}, (2, 36)),
        ({"GLIBC_2.34", "CXXABI_1.3.14"}, (2, 38)),
        ({"GLIBC_ABI_DT_RELR"}, (2, 36)),
        ({"GLIBC_PRIVATE"}, None),
        ({"GLIBC_2.34", "GLIBCXX_3.4.99"}, None),
        ({"CXXABI_TM_1"}, None),
    ],
)
def test_the_glibc_that_is_enough(versions, glibc):
    assert bouton_wheel.glibc_of(versions) == glibc
