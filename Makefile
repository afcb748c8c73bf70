# The commands of the README. Everything is installed into .venv from the exact versions in constraints.txt.

PYTHON ?= python3
IN ?= examples/notes
OUT ?= out
RUN_OPTIONS ?=
SERVE_OPTIONS ?=
DATA ?=
WEIGHTS ?= runs/weights
HELD_OUT ?= $(wildcard corpus/held_*)

BIN := .venv/bin
STAMP := .venv/.installed
TEST_STAMP := .venv/.installed-for-tests
USERS := fast,pdf,ocr,parquet
ALL := $(USERS),desk,methods,transformers,test
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help setup run serve test programs peers lexicons train compare bench clean
.DEFAULT_GOAL := help

help:
	@echo "make run [IN=folder] [OUT=folder]   take the people out of the notes in IN"
	@echo "make test                           everything that is checked before a change goes in"
	@echo "make serve                          the same on a page in your browser; nothing leaves the computer"
	@echo "make setup | lexicons | train | compare | bench | clean"

setup: $(STAMP)

# The build tools come first and from the same constraints, so that nothing is fetched that is not pinned.
$(STAMP): pyproject.toml constraints.txt scripts/compiled.sh $(wildcard compiled/pyproject.toml compiled/src/*/*.p*)
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install -c constraints.txt hatchling editables
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[$(USERS)]'
	@sh scripts/compiled.sh $(BIN)/python
	@touch $(STAMP)

# Everything that the tests need; the programs of the system only where they may be installed.
$(TEST_STAMP): $(STAMP)
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[$(ALL)]'
	@touch $(TEST_STAMP)

programs:
	@sh scripts/programs.sh

run: setup
	$(BIN)/velado run $(IN) --out $(OUT) $(RUN_OPTIONS)

serve: setup
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[$(USERS),desk]'
	$(BIN)/velado serve $(SERVE_OPTIONS)

test: $(TEST_STAMP) programs
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest
	$(BIN)/python corpus/check.py > /dev/null
	rm -rf dist
	$(BIN)/python -m build --wheel --no-isolation --outdir dist > /dev/null
	test -f dist/velado-*-py3-none-any.whl

lexicons: setup
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[lexicons]'
	$(BIN)/python -m velado.lexicons._build

# DATA is a folder of training data that is not part of the project; the weights are not put in place of the shipped ones.
train: setup
	@test -n "$(DATA)" || { echo "make train DATA=folder"; exit 2; }
	$(PIP) install -c constraints.txt --no-build-isolation -e '.[fast,train]'
	$(BIN)/python -m velado.training.recipe --data $(DATA) --corpus corpus --out $(WEIGHTS)

# Other people's tools, in an environment of their own, for `velado compare` only.
peers:
	sh scripts/peers.sh

# TRAIN and DEV are folders of a brat corpus, or of marked notes.
compare: $(TEST_STAMP)
	@test -n "$(TRAIN)" -a -n "$(DEV)" || { echo "make compare TRAIN=folder DEV=folder"; exit 2; }
	$(BIN)/velado compare --train $(TRAIN) --dev $(DEV) --out $(OUT)

bench: setup
	$(BIN)/python benchmarks/notes.py $(HELD_OUT)

clean:
	rm -rf .venv out dist build .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
