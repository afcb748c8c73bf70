# The commands of the README. Everything is installed into .venv from the lock files in locks/: exact versions, checked by hash.

PYTHON ?= python3
IN ?= examples/notes
OUT ?= out
RUN_OPTIONS ?=
SERVE_OPTIONS ?=
DATA ?=
WEIGHTS ?= runs/weights
HELD_OUT ?= $(wildcard corpus/dev_*)

BIN := .venv/bin
STAMP := .venv/.installed
DESK_STAMP := .venv/.installed-for-desk
TEST_STAMP := .venv/.installed-for-tests
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# The CPU build of PyTorch where pip finds it, else the registry's, which is much larger.
TORCH = $(PIP) install --no-deps -r locks/torch-cpu.txt 2> /dev/null || $(PIP) install --no-deps -r locks/torch.txt

.PHONY: help setup run serve test soak programs peers lexicons train compare bench locks sbom clean
.DEFAULT_GOAL := help

help:
	@echo "make run [IN=folder] [OUT=folder]   take the people out of the notes in IN"
	@echo "make test                           everything that is checked before a change goes in"
	@echo "make serve                          the same on a page in your browser; nothing leaves the computer"
	@echo "make soak [FAMILY=name] [SEED=n]    hours of damaged files, kills, full disks and rude clients"
	@echo "make sbom                           packages, weights and data with licence and hash, into dist/"
	@echo "make setup | locks | lexicons | train | compare | bench | clean"

setup: $(STAMP)

# The project itself cannot be hashed: it comes last, without dependencies, built with the tools of the lock.
$(STAMP): pyproject.toml locks/build.txt locks/users.txt scripts/compiled.sh $(wildcard compiled/pyproject.toml compiled/src/*/*.p*)
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install -r locks/build.txt -r locks/users.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	@sh scripts/compiled.sh $(BIN)/python
	@touch $(STAMP)

# Everything that the tests need; the programs of the system only where they may be installed.
$(TEST_STAMP): $(STAMP) locks/tests.txt locks/torch.txt locks/torch-cpu.txt
	$(TORCH)
	$(PIP) install --no-deps -r locks/tests.txt
	@touch $(TEST_STAMP)

programs:
	@sh scripts/programs.sh

run: setup
	$(BIN)/velado run $(IN) --out $(OUT) $(RUN_OPTIONS)

$(DESK_STAMP): $(STAMP) locks/desk.txt
	$(PIP) install -r locks/desk.txt
	@touch $(DESK_STAMP)

serve: $(DESK_STAMP)
	$(BIN)/velado serve $(SERVE_OPTIONS)

test: $(TEST_STAMP) programs
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto --dist loadfile
	$(BIN)/python corpus/check.py > /dev/null
	rm -rf dist
	$(BIN)/python -m build --wheel --no-isolation --outdir dist > /dev/null
	test -f dist/velado-*-py3-none-any.whl

# FAMILY is one of documents, texts, kills, disk, clients; without it all run. Each has its own budget of minutes.
soak: $(TEST_STAMP) programs
	$(BIN)/python -m benchmarks.soak $(FAMILY) $(if $(SEED),--seed $(SEED)) $(if $(MINUTES),--minutes $(MINUTES))

lexicons: setup
	$(PIP) install -r locks/lexicons.txt
	$(BIN)/python -m velado.lexicons._build

# DATA is a folder of training data that is not part of the project; the weights are not put in place of the shipped ones.
train: setup
	@test -n "$(DATA)" || { echo "make train DATA=folder"; exit 2; }
	$(TORCH)
	$(PIP) install --no-deps -r locks/train.txt
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

# After a change of the dependencies in pyproject.toml; with UPGRADE=1 everything moves to its newest release.
locks:
	test -x .venv-locks/bin/python || $(PYTHON) -m venv .venv-locks
	.venv-locks/bin/python -m pip --disable-pip-version-check --quiet install -r locks/locks.txt
	.venv-locks/bin/python scripts/locks.py $(if $(UPGRADE),--upgrade)

sbom: $(DESK_STAMP)
	$(BIN)/python scripts/sbom.py dist

clean:
	rm -rf .venv .venv-locks out dist build .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
