#!/bin/sh
# Compiles the inner loops (compiled/) into the environment of the given python, where there is a C compiler.
# Where there is none nothing fails: the same labels come, a quarter fewer notes a second.
set -u
python=$1
here=$(dirname "$0")/..
pip() { "$python" -m pip --disable-pip-version-check --quiet "$@"; }

failed() {
  echo "the inner loops were not compiled: $1; Velado works without them, only slower. To try again: sh scripts/compiled.sh $python"
  pip uninstall -y velado-compiled > /dev/null 2>&1 # an older one would not fit
  exit 0
}

work=$(mktemp -d) || failed "there is no room for temporary files"
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src/velado_compiled" # what a build leaves behind stays out of the project, and what another left is not used
cp "$here"/compiled/pyproject.toml "$here"/compiled/README.md "$here"/compiled/MANIFEST.in "$work"
cp "$here"/compiled/src/velado_compiled/*.p* "$work/src/velado_compiled"
pip install -r "$here/locks/build.txt" > "$work/log" 2>&1 || failed "the build tools could not be installed"
if ! pip install --no-build-isolation --no-deps --force-reinstall "$work" > "$work/log" 2>&1; then
  grep -i "error" "$work/log" | grep -v -i "subprocess" | head -3
  failed "is there a C compiler, and are there Python's header files?"
fi
