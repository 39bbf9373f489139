# The only entry point for people and for CI; `make` alone lists what there is. SWIFT names the toolchain's program.
SWIFT ?= swift
export SWIFT

SOURCES := Sources Tests Examples Package.swift $(wildcard Benchmarks)
# What the sanitizers watch must be told: oneTBB (inside OpenVINO) hides its hand-overs otherwise, and FFmpeg keeps
# tables until the process ends, which the leak check would call leaks.
SANITIZED := TBB_ENABLE_SANITIZERS=1 ASAN_OPTIONS=detect_leaks=0

.DEFAULT_GOAL := help
.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: setup
setup: ## install what building and running need, and the default model
	@scripts/bootstrap --build-only

.PHONY: setup-all
setup-all: ## the same and what the tests need
	@scripts/bootstrap

.PHONY: build
build: setup ## build the command, optimised: .build/release/safemedia-stream
	$(SWIFT) build -c release --product safemedia-stream

.PHONY: demo
demo: setup ## conceal the sensitive part of a small clip and show what happened
	@scripts/demo

.PHONY: test
test: setup-all ## build and run all tests
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

.PHONY: check
check: setup-all ## formatting, layering, warnings as errors, man pages, documentation
	$(SWIFT) format lint --strict -r $(SOURCES)
	scripts/check-sources
	scripts/check-manual
	$(SWIFT) build --build-tests --scratch-path .build/strict -Xswiftc -warnings-as-errors -Xcc -Werror
	scripts/make-docs --scratch-path .build/strict --skip-build

.PHONY: docs
docs: setup ## build the documentation: .build/docs
	scripts/make-docs

.PHONY: format
format: ## rewrite the sources in the project's format
	$(SWIFT) format -i -r $(SOURCES)

.PHONY: test-tsan
test-tsan: setup-all ## all tests under the thread sanitizer
	$(SANITIZED) $(SWIFT) test --scratch-path .build/tsan --sanitize thread

.PHONY: test-asan
test-asan: setup-all ## all tests under the address sanitizer
	$(SANITIZED) $(SWIFT) test --scratch-path .build/asan --sanitize address

.PHONY: fixtures
fixtures: setup-all ## make the committed media again
	Fixtures/media/make

.PHONY: check-clean-machine
check-clean-machine: ## all of the above on a minimal Debian 12 in a folder (root, network)
	scripts/check-clean-machine

.PHONY: clean
clean: ## remove what was built; .deps stays
	rm -rf .build
