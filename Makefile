# Every target works on a machine with Python 3.11 (or newer) and make; `make setup` brings the rest.
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13; do \
            $$p -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

WORKERS ?= 2
ARGS    ?=
AUTO    ?=
SEED    ?=
UV      ?= $(shell command -v uv 2>/dev/null)
COPIED  := ../shared/tools/copied_text.py
ASKED   := $(sort $(wildcard tests/lore/questions/*.jsonl)) $(wildcard ../shared/qa/dev.jsonl)
SOAKS   := soak-determinism soak-random soak-liar soak-kill9 soak-dice soak-machine soak-oracle
PLAY    := $(if $(filter-out 0,$(AUTO)),--auto) $(if $(SEED),--seed $(SEED)) $(ARGS)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help setup play serve test check lint types imports copied ledger bench bench-oracle eval soak $(SOAKS) audit lock clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  %-18s %s\n", $$1, $$2}'

setup: $(READY) ## make .venv from the lock; does nothing when it is up to date

# The lock's own pip comes first (a venv's older one needs nearly twice as long); the lock is complete, so nothing is
# left to resolve (--no-deps; `pip check` confirms it); a module is compiled when it is first imported (--no-compile).
$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "setup: no Python 3.11 or newer found; install one or run 'make setup PYTHON=/path/to/python3.11'" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@sed -n '/^pip==/,/[^\\]$$/p' requirements.lock > $(VENV)/pip.lock
	$(BIN)/python -m pip install -qq --no-deps --require-hashes -r $(VENV)/pip.lock
	$(BIN)/python -m pip install -qq --no-compile --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install -qq --no-deps --no-build-isolation --config-settings editable_mode=compat -e .
	@$(BIN)/python -m pip check
	@touch $@

play: $(READY) ## play in the terminal; AUTO=1 lets a bot play, SEED=n, ARGS="..."
	$(BIN)/brimstone-gm play $(PLAY)

serve: $(READY) ## serve the tables over HTTP; ARGS="..."
	$(BIN)/brimstone-gm serve $(ARGS)

test: $(READY) ## run the tests; ARGS="tests/gm -k oath", WORKERS=n; REQUIRE_ALL=1 in the environment fails on skips
	$(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

check: lint types imports copied ## lint, types, import floors, copied text

lint: $(READY)
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy --strict

imports: $(READY)
	$(BIN)/lint-imports

copied: $(READY)
	@if test -f $(COPIED); then $(BIN)/python $(COPIED) --words 12 .; \
	else echo "copied text: not checked, $(COPIED) is not on this machine"; fi

ledger: $(READY) ## write docs/rules-coverage.md and docs/scenario.schema.json
	$(BIN)/python -m benchmarks.coverage_ledger $(ARGS)

bench: $(READY) ## measure speed; ARGS="..."
	$(BIN)/python -m benchmarks.speed $(ARGS)

bench-oracle: $(READY) ## measure taking in, opening and searching 5,000 chunks of books; ARGS="..."
	$(BIN)/python -m benchmarks.oracle_speed $(ARGS)

eval: $(READY) ## ask the oracle all our questions; writes docs/oracle-report.md with its plots; ARGS="..."
	$(BIN)/brimstone-gm eval oracle $(addprefix --questions ,$(ASKED)) --report docs $(ARGS)

soak: $(SOAKS) ## run every long check below

soak-determinism: $(READY) ## the same games in fresh processes end with the same hashes
	$(BIN)/python -m benchmarks.determinism $(ARGS)

soak-random: $(READY) ## random players in many games; nothing may break
	$(BIN)/python -m benchmarks.random_games $(ARGS)

soak-liar: $(READY) ## a narrator that lies; no false sentence may be shown
	$(BIN)/python -m benchmarks.liar $(ARGS)

soak-kill9: $(READY) ## kill the service in mid-action; nothing answered may be lost
	$(BIN)/python -m benchmarks.kill9 $(ARGS)

soak-dice: $(READY) ## the dice are fair
	$(BIN)/python -m benchmarks.dice $(ARGS)

soak-machine: $(READY) ## undo, saves and replays at any choice of hundreds of games
	$(BIN)/python -m pytest -q --hypothesis-profile=soak tests/rules_engine/test_state_machine.py $(ARGS)

soak-oracle: $(READY) ## a model that errs in its rules answers, and sixty poisoned books, cards and questions
	$(BIN)/python -m benchmarks.oracle_liar $(ARGS)
	$(BIN)/python -m benchmarks.oracle_poison

audit: $(READY) ## look the locked versions up among known vulnerabilities (needs a network)
	$(BIN)/pip-audit --requirement requirements.lock --require-hashes --disable-pip $(ARGS)

lock: ## write requirements.lock again from pyproject.toml (needs a network); ARGS="--upgrade" takes newer versions
	@uv="$(UV)"; \
	if test -z "$$uv"; then \
	  test -x .lockenv/bin/uv || { $(PYTHON) -m venv .lockenv && .lockenv/bin/python -m pip install --quiet 'uv>=0.9,<1'; } || exit 1; \
	  uv=.lockenv/bin/uv; \
	fi; \
	"$$uv" pip compile pyproject.toml --extra dev --universal --python-version 3.11 --fork-strategy fewest \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet \
	  --output-file requirements.lock $(ARGS)

clean: ## remove the environment, caches and build products (never saves)
	rm -rf $(VENV) .lockenv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
