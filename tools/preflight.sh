#!/bin/sh
# Says what is missing before anything is built. Called by the Makefile.
python=${PYTHON:-python3}
missing=0

need() {
  missing=1
  printf 'missing: %s\n  on Debian or Ubuntu: %s\n' "$1" "$2" >&2
}

if ! command -v "$python" >/dev/null 2>&1; then
  need "$python" "apt install python3 python3-venv python3-dev"
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  need "Python 3.11 or newer ($python is $("$python" -V 2>&1))" "apt install python3.11, then make PYTHON=python3.11"
else
  "$python" -c 'import ensurepip, venv' 2>/dev/null ||
    need "the venv module of $python" "apt install python3-venv"
  "$python" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))' ||
    need "the C headers of $python (Python.h)" "apt install python3-dev"
fi

compiler=${CXX:-g++}
if ! command -v "$compiler" >/dev/null 2>&1; then
  need "a C++20 compiler ($compiler)" "apt install g++"
elif ! echo '#include <bit>
#include <thread>
int main() { std::jthread t; return std::popcount(0u); }' | "$compiler" -std=c++20 -x c++ -fsyntax-only - 2>/dev/null; then
  need "a compiler that knows C++20 ($compiler is too old)" "apt install g++ (12 or newer)"
fi
exit $missing
