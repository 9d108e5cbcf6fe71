# Two commands for a newcomer: make run, make test. The rest is for daily work; make help lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
NATIVE_INPUTS := CMakeLists.txt $(shell find cpp -name '*.cpp' -o -name '*.hpp' -o -name '*.cmake')
CPP_FILES := $(filter %.cpp %.hpp,$(NATIVE_INPUTS))

.PHONY: help run test setup lint types cpp-test cpp-tsan pytest format stubs bench clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 14

run: $(VENV)/.core ## play, analyse and review in the browser (in the terminal: .venv/bin/logistello play)
	@$(BIN)/logistello web --open || [ $$? -eq 130 ]  # 130: ended by Ctrl-C, as it should

test: setup lint types cpp-test cpp-tsan pytest ## linters, types, sanitized C++ tests, all Python tests

setup: $(VENV)/.tools $(VENV)/.levels ## .venv with the tools of development, the native core for every level

$(VENV)/.python:
	@PYTHON=$(PYTHON) tools/preflight.sh
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The program needs its requirements and the core for this CPU, a developer the tools and every level as well. What the
# larger of each two installs or builds holds for the smaller one too.
$(VENV)/.requirements: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python tools/requirements.py > $(VENV)/requirements.txt
	$(INSTALL) -c constraints.txt -r $(VENV)/requirements.txt
	@touch $@

$(VENV)/.tools: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python tools/requirements.py dev > $(VENV)/tools.txt
	$(INSTALL) -c constraints.txt -r $(VENV)/tools.txt
	@touch $(VENV)/.requirements $@

$(VENV)/.core: $(VENV)/.requirements $(NATIVE_INPUTS)
	@PYTHON=$(PYTHON) tools/preflight.sh
	@echo "building the native core for this CPU (less than a minute the first time)"
	$(INSTALL) --no-build-isolation --no-deps -C cmake.define.LOGISTELLO_ONLY=best -e .
	@touch $@

$(VENV)/.levels: $(VENV)/.tools $(NATIVE_INPUTS)
	@PYTHON=$(PYTHON) tools/preflight.sh
	@echo "building the native core for every level (about a minute the first time)"
	$(INSTALL) --no-build-isolation --no-deps -C cmake.define.LOGISTELLO_ONLY= -e .
	@touch $(VENV)/.core $@

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(CPP_FILES)

types: setup
	$(BIN)/mypy
	$(BIN)/python tools/native_stub.py --check
	$(BIN)/python tools/api_reference.py --check

cpp-test: setup ## C++ tests on every level of this CPU, with AddressSanitizer and UndefinedBehaviorSanitizer
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
