# `make run` and `make test` do everything from a fresh clone. Builds go to the user's cache folder, so that a second
# clone compiles only Vouch itself. JOBS=n limits parallel compilation; BENCH=guard runs one benchmark.
JOBS ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
CARGO = cargo
BENCH ?= all
TARGET = $$(sed -n 's/^target-dir = "\(.*\)"/\1/p' .cargo/config.toml)
TARGET_FROM_WEB = $$(sed -n 's/^target-dir = "\(.*\)"/\1/p' ../.cargo/config.toml)

.PHONY: run test test-page test-long lint build bench fmt clean setup tools

run: build ## the page with demo data on http://127.0.0.1:8080
	bin/vouch serve --demo

build: setup ## leaves the program at bin/vouch
	$(CARGO) build -j $(JOBS) --workspace --bin vouch
	@mkdir -p bin
	@cmp -s "$(TARGET)/debug/vouch" bin/vouch || cp -f "$(TARGET)/debug/vouch" bin/vouch

test: setup tools ## every test
	$(CARGO) test -j $(JOBS) --workspace
	@$(MAKE) --no-print-directory test-page

test-page: setup tools ## the page: its types, its parts, and all of it in a browser
	@scripts/page --tools
	cd web && npm run --silent check
	$(CARGO) build -j $(JOBS) --workspace --bin vouch
	cd web && VOUCH_BIN="$(TARGET_FROM_WEB)/debug/vouch" npm run --silent test

test-long: setup tools ## the same, with the long forms of fuzzing and large data
	VOUCH_LONG=1 $(CARGO) test -j $(JOBS) --workspace
	@$(MAKE) --no-print-directory test-page

lint: setup ## formatting and warnings
	$(CARGO) fmt --all --check
	$(CARGO) clippy -j $(JOBS) --workspace --all-targets -- -D warnings
	@scripts/page --tools
	cd web && npx tsc --noEmit

bench: setup ## ratios against DuckDB itself, printed
	$(CARGO) build -j $(JOBS) --workspace --bin vouch-bench
	$(CARGO) build -j $(JOBS) --workspace --bin vouch --config bench/optimized.toml
	@mkdir -p bin
	@cp -f "$(TARGET)/debug/vouch" bin/vouch-bench-subject
	VOUCH_BIN=bin/vouch-bench-subject "$(TARGET)/debug/vouch-bench" $(BENCH)

fmt:
	$(CARGO) fmt --all

clean: ## what this clone made; the shared build cache stays
	rm -rf bin .cargo

setup:
	@scripts/setup

tools:
	@scripts/test-tools
