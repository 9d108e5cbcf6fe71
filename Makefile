# Two commands for a newcomer: make run, make test. The rest is for daily work; make help lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE_INPUTS := CMakeLists.txt $(shell find cpp -name '*.cpp' -o -name '*.hpp' -o -name '*.cmake')
CPP_FILES := $(filter %.cpp %.hpp,$(NATIVE_INPUTS))

.PHONY: help run test setup lint types cpp-test cpp-tsan pytest format stubs bench clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 14

run: setup ## play, analyse and review in the browser (in the terminal: .venv/bin/logistello play)
	@$(BIN)/logistello web --open || [ $$? -eq 130 ]  # 130: ended by Ctrl-C, as it should

test: setup lint types cpp-test cpp-tsan pytest ## linters, types, sanitized C++ tests, all Python tests

setup: $(VENV)/.native ## make .venv, install what pyproject.toml names, build the native core

$(VENV)/.python:
	@PYTHON=$(PYTHON) tools/preflight.sh
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.dependencies: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python tools/requirements.py > $(VENV)/requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -r $(VENV)/requirements.txt
	@touch $@

$(VENV)/.native: $(VENV)/.dependencies $(NATIVE_INPUTS)
	@PYTHON=$(PYTHON) tools/preflight.sh
	@echo "building the native core (about a minute the first time)"
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -C cmake.define.LOGISTELLO_ONLY= -e .
	@touch $@

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(CPP_FILES)

types: setup
	$(BIN)/mypy
	$(BIN)/python tools/native_stub.py --check
	$(BIN)/python tools/api_reference.py --check

cpp-test: setup ## C++ tests on every level, with AddressSanitizer and UndefinedBehaviorSanitizer
	@$(BIN)/cmake -S cpp/tests -B build/asan -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DSANITIZE=address,undefined >/dev/null
	@$(BIN)/cmake --build build/asan
	@$(BIN)/ctest --test-dir build/asan -j 2 --output-on-failure --no-tests=error

cpp-tsan: setup ## C++ tests of what runs on several threads, with ThreadSanitizer
	@$(BIN)/cmake -S cpp/tests -B build/tsan -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DSANITIZE=thread >/dev/null
	@$(BIN)/cmake --build build/tsan
	@$(BIN)/ctest --test-dir build/tsan --output-on-failure --no-tests=error

pytest: setup
	$(BIN)/pytest -n 2

format: setup ## let ruff and clang-format rewrite the sources
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP_FILES)

stubs: setup ## regenerate the type stub of the native core and the API reference
	$(BIN)/python tools/native_stub.py
	$(BIN)/python tools/api_reference.py

bench: setup ## repeat the speed measurements (results in benchmarks/results)
	$(BIN)/python -m benchmarks.perft
	$(BIN)/python -m benchmarks.ffo

clean: ## remove everything that was built or installed
	rm -rf build $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
