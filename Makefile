# make run           generates a dump of repositories, imports it into an SQLite database, and queries the table
# make program       builds the program with the Swift runtime in it, its man page and its completions, in .build/install
# make install       installs them in PREFIX (/usr/local by default), or in the folder PREFIX of DESTDIR
# make uninstall     removes the installed files
# make test          installs the C libraries, and runs the tests on a sample of their inputs; FILTER has the names to run
# make test-all      runs the tests on all of their inputs, and the checks that take too long for each change
# make bench         measures imports, and compares them with libyajl alone and with Foundation
# make fuzz          runs each fuzzer for FUZZ_SECONDS (60 by default), to find inputs that break an invariant
# make examples      builds and tests each package in Examples, and runs it
# make cluster-test  runs the engines of Examples/cluster on this machine, and kills a worker of each
# make docs          builds the documentation, and checks that links work and that nothing is missing
# make format        formats the sources
# make clean         removes everything that was built or generated

dump := Fixtures/generated/repositories-100MB.json.gz
database := Fixtures/generated/repositories.sqlite

PREFIX ?= /usr/local
built := .build/install
sources := $(shell find Package.swift Installation Sources -name '*.swift' -o -name build)
installed := bin/stream-import share/man/man1/stream-import.1 share/bash-completion/completions/stream-import \
	share/zsh/site-functions/_stream-import share/fish/vendor_completions.d/stream-import.fish

.PHONY: run program install uninstall test test-all bench fuzz examples cluster-test docs format clean libraries

run: libraries $(dump)
	@POSTGRESQL="$$(.ci/has-libpq)" swift build -c release --product stream-import >&2
	@rm -f $(database)
	@"$$(swift build -c release --show-bin-path)/stream-import" import $(dump) --into $(database) \
		--table repositories --index language
	@sqlite3 -box $(database) < Fixtures/repositories.sql

program: $(built)/bin/stream-import

# Compiles only after a change, so that `sudo make install` does not need Swift after `make program`.
$(built)/bin/stream-import: $(sources) | libraries
	@Installation/build $(built)

install: program
	@for file in $(installed); do \
		mkdir -p "$(DESTDIR)$(PREFIX)/$$(dirname $$file)" && \
		case $$file in bin/*) mode=755 ;; *) mode=644 ;; esac && \
		install -m $$mode "$(built)/$$file" "$(DESTDIR)$(PREFIX)/$$file" || exit; \
	done

uninstall:
	@for file in $(installed); do rm -f "$(DESTDIR)$(PREFIX)/$$file"; done

test: libraries
	@Tests/run $(if $(FILTER),'$(FILTER)')

test-all: libraries
	FULL_TESTS=1 Tests/run
	@# In a debug build, swift-argument-parser checks the declarations of all options.
	swift run stream-import --experimental-dump-help >/dev/null
	RECORD_PARSER=libyajl Tests/run '^(JSONRecordsTests|StreamImportTests|ModelTests)\.'
	$(MAKE) examples fuzz
	PORTABLE_MASKS=1 Tests/Fuzz/run

bench: libraries
	Benchmarks/run

fuzz: libraries
	Tests/Fuzz/run

examples: libraries
	@for example in Examples/*/; do "$${example}run" || exit; done

cluster-test: libraries
	@export POSTGRESQL="$$(.ci/has-libpq)"; for product in stream-import make-fixture; do \
		swift build -c release --product $$product >&2 || exit; done
	@bin="$$(swift build -c release --show-bin-path)" && \
		STREAM_IMPORT="$$bin/stream-import" MAKE_FIXTURE="$$bin/make-fixture" Examples/cluster/test all

docs: libraries
	.ci/docs

format:
	swift format -i -r \
		Sources Tests Benchmarks/Benchmarks Benchmarks/Sources Benchmarks/Package.swift Examples Package.swift

clean:
	swift package clean
	rm -rf Fixtures/generated Benchmarks/.build Examples/*/.build $(built) \
		$(addprefix .build/,address documentation* fuzz* mutants tests thread)

# Writes to a temporary name first, so that an interrupted run leaves no incomplete dump.
$(dump): | libraries
	@mkdir -p $(@D)
	@swift build -c release --product make-fixture >&2
	@"$$(swift build -c release --show-bin-path)/make-fixture" repositories --size 100MB --gzip --output $@.part
	@mv $@.part $@

libraries:
	@.ci/install-libraries
