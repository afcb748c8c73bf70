#!/bin/sh
# Compiles the inner loops of the tagger (compiled/) into the environment of the given python, where there is a C compiler.
# Where there is none nothing fails: the same labels come, a quarter fewer notes a second.
set -u
python=$1
here=$(dirname "$0")/..
pip="$python -m pip --disable-pip-version-check --quiet"

work=$(mktemp -d) || exit 0
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src/velado_compiled" # what a build leaves behind stays out of the project, and what another left is not used
cp "$here"/compiled/pyproject.toml "$here"/compiled/README.md "$work"
cp "$here"/compiled/src/velado_compiled/*.p* "$work/src/velado_compiled"
if $pip install -c "$here/constraints.txt" setuptools cython > "$work/log" 2>&1 &&
  $pip install --no-build-isolation --no-deps --force-reinstall "$work" >> "$work/log" 2>&1; then
  exit 0
fi
echo "the inner loops could not be compiled (is there a C compiler, and Python's header files?); Velado works without, only slower:"
tail -3 "$work/log"
$pip uninstall -y velado-compiled > /dev/null 2>&1 # an older one would not fit
exit 0
