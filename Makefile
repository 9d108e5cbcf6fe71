# Two commands for a newcomer: make run, make test. The rest is for daily work; make help lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Not compiled beforehand: most of what is installed is never imported.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
NATIVE_INPUTS := CMakeLists.txt $(shell find cpp -name '*.cpp' -o -name '*.hpp' -o -name '*.cmake')
# TypeScript, in Deno: one program that pip installs, which needs neither Node nor the internet.
CHECK_PAGE := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno check --quiet --no-remote --no-npm
CPP_FILES := $(filter %.cpp %.hpp,$(NATIVE_INPUTS))

.PHONY: help run test read-sources sanitized setup lint types cpp-test cpp-tsan pytest format stubs docs bench dist dist-test sbom clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 14

run: $(VENV)/.core ## play, analyse and review in the browser (in the terminal: .venv/bin/logistello play)
	@$(BIN)/logistello web --open || [ $$? -eq 130 ]  # 130: ended by Ctrl-C, as it should

# What reads the sources takes one processor, and the C++ tests leave some of the other's time: both at once.
test: setup ## linters, types, sanitized C++ tests, all Python tests
	@$(MAKE) --no-print-directory -j 2 read-sources sanitized
	@$(MAKE) --no-print-directory pytest

read-sources: lint types

sanitized: setup
	@$(MAKE) --no-print-directory cpp-test
	@$(MAKE) --no-print-directory cpp-tsan

setup: $(VENV)/.tools $(VENV)/.levels ## .venv with the tools of development, the native core for every level of this CPU

$(VENV)/.python:
	@PYTHON=$(PYTHON) tools/preflight.sh
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The program needs its requirements and the core for this CPU, a developer the tools and every level that it can run as
# well. What the larger of each two installs or builds holds for the smaller one too.
$(VENV)/.requirements: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python tools/requirements.py web > $(VENV)/requirements.txt
	$(INSTALL) -c constraints.txt -r $(VENV)/requirements.txt
	@touch $@

# A gigabyte of tools: uv fetches and unpacks side by side in a fifth of pip's time. Where it cannot (it knows nothing of
# pip's settings, such as an index of one's own), pip does it.
$(VENV)/.tools: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python tools/requirements.py dev > $(VENV)/tools.txt
	($(INSTALL) -c constraints.txt uv && \
	  $(BIN)/uv pip install --quiet --python $(BIN)/python -c constraints.txt -r $(VENV)/tools.txt) || \
	  $(INSTALL) -c constraints.txt -r $(VENV)/tools.txt
	@touch $(VENV)/.requirements $@

$(VENV)/.core: $(VENV)/.requirements $(NATIVE_INPUTS)
	@PYTHON=$(PYTHON) tools/preflight.sh
	@echo "building the native core for this CPU (less than a minute the first time)"
	$(INSTALL) --no-build-isolation --no-deps -C cmake.define.LOGISTELLO_ONLY=best -e .
	@touch $@

$(VENV)/.levels: $(VENV)/.tools $(NATIVE_INPUTS)
	@PYTHON=$(PYTHON) tools/preflight.sh
	@echo "building the native core for every level of this CPU (about a minute the first time)"
	$(INSTALL) --no-build-isolation --no-deps -C cmake.define.LOGISTELLO_ONLY=runnable -e .
	@touch $(VENV)/.core $@

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(CPP_FILES)

types: setup
	$(BIN)/mypy
	$(BIN)/python tools/native_stub.py --check
	$(BIN)/python tools/api_types.py --check
	$(CHECK_PAGE) --config tools/page_types.json src/logistello/web/static/js/*.js src/logistello/match/data/replay.js

# Without MAKEFLAGS: ninja would look for the jobserver of the make that runs two targets at once.
cpp-test: setup ## C++ tests on every level of this CPU, with AddressSanitizer and UndefinedBehaviorSanitizer
	@$(BIN)/cmake -S cpp/tests -B build/asan -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DSANITIZE=address,undefined >/dev/null
	@MAKEFLAGS= $(BIN)/cmake --build build/asan
	@$(BIN)/ctest --test-dir build/asan -j 2 --output-on-failure --no-tests=error

cpp-tsan: setup ## C++ tests of what runs on several threads, with ThreadSanitizer
	@$(BIN)/cmake -S cpp/tests -B build/tsan -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DSANITIZE=thread >/dev/null
	@MAKEFLAGS= $(BIN)/cmake --build build/tsan
	@$(BIN)/ctest --test-dir build/tsan --output-on-failure --no-tests=error

# Tests of a file run in one process, of some folders too (tests/conftest.py): they share what takes long to make. In the
# order of their names, as the longest files are not the last. One process more than two cores: browsers and programs
# let tests wait.
pytest: setup
	$(BIN)/pytest -n 3 --dist loadgroup --no-loadscope-reorder

format: setup ## let ruff and clang-format rewrite the sources
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP_FILES)

stubs: setup ## regenerate the type stub of the native core and the page's types of the HTTP API
	$(BIN)/python tools/native_stub.py
	$(BIN)/python tools/api_types.py

docs: setup ## the documentation as a site, in build/docs-site
	$(BIN)/python -m tools.docs_site

bench: setup ## repeat the speed measurements (results in benchmarks/results)
	$(BIN)/python -m benchmarks.perft
	$(BIN)/python -m benchmarks.ffo

$(VENV)/.dist-tools: $(VENV)/.tools
	$(BIN)/python tools/requirements.py dist > $(VENV)/dist-tools.txt
	$(INSTALL) -c constraints.txt -r $(VENV)/dist-tools.txt
	@touch $@

# PYTHONS=FOLDER:FOLDER names where other versions of Python are, if they are not in the path.
dist: $(VENV)/.dist-tools ## sdist and wheels with all levels in dist/ (some minutes)
	$(BIN)/python tools/build_dist.py $(if $(PYTHONS),--pythons $(PYTHONS))

dist-test: ## what is in dist/, installed in new environments without a compiler and tried there; not part of make test
	$(BIN)/python tools/try_dist.py $(if $(PYTHONS),--pythons $(PYTHONS))

sbom: setup ## dist/sbom.json (CycloneDX) and docs/reference/licences.md, from what is installed
	$(BIN)/python tools/sbom.py

clean: ## remove everything that was built or installed
	rm -rf build dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
