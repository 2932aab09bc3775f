# photod: build, test, run, install. `make help` lists the targets.

# Where `make install` puts things, and a root for packagers.
PREFIX ?= /usr/local
DESTDIR ?=
# The folder `make run` watches; empty: the Pictures folder. The one `make accuracy` compares; empty: files it makes.
PHOTOS ?=
# How many seconds each test of `make soak` goes on.
SOAK ?= 60
# How many seconds each fuzzer of `make fuzz` runs.
SECONDS ?= 60
# 0 keeps the symbols of installed programs.
STRIP ?= 1

# A shell that has not read its profile still finds the toolchain; what is on PATH already wins.
export PATH := $(PATH):$(HOME)/.local/share/swiftly/bin:$(HOME)/.swiftly/bin:/opt/swift/usr/bin

STATIC := .build-static/release

# What answers at a terminal, and what is installed. Built by name: all that there is, with the simulation and the tests' programs,
# takes half as long again, and the gallery with its web server as much.
SERVICE := photod photod-extract photod-media photod-render photoctl
INSTALLED := photod-gallery $(SERVICE)

.PHONY: help deps deps-gallery build build-tests test test-gallery screenshots soak lint run build-static install uninstall bench bench-gallery accuracy mutations fuzz clean

help: ## shows this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do \
		printf '%-14s %s\n' "$$name" "$$text"; done
	@echo
	@echo '  make soak SOAK=SECONDS           goes on for so long with each test instead of 60'
	@echo '  make run PHOTOS=DIR              watches DIR instead of the Pictures folder'
	@echo '  make accuracy PHOTOS=DIR         compares the photos in DIR instead of files of its own'
	@echo '  make fuzz SECONDS=600            lets each fuzzer run for so long instead of 60'
	@echo '  make build-static && sudo make install PREFIX=/usr/local'

deps: ## installs missing packages (Debian; sudo where needed)
	@make/deps

deps-gallery: ## installs what the gallery's browser tests need (Chromium, Selenium, axe)
	@make/deps-gallery

build: deps ## builds a release in .build/release
	swift build -c release

build-tests: deps ## builds everything for the tests, which `make test` runs
	swift build --build-tests

test: deps deps-gallery ## builds everything and runs every test
	make/test
	make/test-gallery

test-gallery: deps-gallery ## runs the gallery's browser tests alone; GALLERY_SCREENSHOTS=DIR keeps pictures of the screens
	swift build --build-tests
	make/test-gallery

screenshots: build deps-gallery ## makes the pictures of README.md anew, of landscapes that it draws
	make/screenshots "$$(swift build -c release --show-bin-path)"

soak: deps ## goes on with the random and crash tests, in search of rare faults
	make/soak "$(SOAK)"

lint: deps ## checks formatting, manual pages and units
	make/lint

run: deps ## starts photod on PHOTOS=DIR and shows its months, until Ctrl-C
	@for program in $(SERVICE); do swift build -c release --product $$program || exit; done
	@make/run "$$(swift build -c release --show-bin-path)" "$(PHOTOS)"

# A scratch folder of its own: other flags in the same one would build everything anew each time.
build-static: deps ## builds what `make install` installs, with the Swift runtime linked in
	@for program in $(INSTALLED); do \
		swift build -c release --static-swift-stdlib --scratch-path .build-static --product $$program || exit; done

# As root, programs that are there are installed as they are: `sudo make install` builds nothing.
install: ## installs below PREFIX (/usr/local), or DESTDIR/PREFIX
	@if [ "$$(id -u)" != 0 ] || [ ! -x $(STATIC)/photoctl ]; then $(MAKE) build-static; fi
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' STRIP='$(STRIP)' BUILD='$(STATIC)' make/install install

uninstall: ## removes what install installed; indexes and identities stay
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' BUILD='$(STATIC)' make/install uninstall

bench: build ## measures against C floors and other programs
	Benchmarks/run "$$(swift build -c release --show-bin-path)"

bench-gallery: build deps-gallery ## measures the gallery in Chromium over 200,000 photos
	Benchmarks/gallery "$$(swift build -c release --show-bin-path)"

accuracy: build ## compares dates, descriptions and positions with exiftool's
	Accuracy/run "$$(swift build -c release --show-bin-path)" $(if $(PHOTOS),"$(PHOTOS)")

mutations: build ## sends damaged files of every format through photod and its workers
	Fuzzing/mutate "$$(swift build -c release --show-bin-path)"

fuzz: deps ## lets libFuzzer at the readers of workers' and clients' messages
	Fuzzing/fuzz --seconds "$(SECONDS)"

clean: ## removes everything built
	rm -rf .build .build-static .build-run .build-sample .build-fuzz .build-gallery
