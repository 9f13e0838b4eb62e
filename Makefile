# make run    generates a dump of repositories, imports it into an SQLite database, and queries the table
# make test   installs the C libraries, and runs the tests
# make bench  measures imports, and compares them with libyajl alone and with Foundation
# make fuzz   runs each fuzzer for FUZZ_SECONDS (60 by default), to find inputs that break an invariant
# make docs   builds the documentation, and checks that links work and that nothing is missing
# make format formats the sources
# make clean  removes everything that was built or generated

dump := Fixtures/generated/repositories-100MB.json.gz
database := Fixtures/generated/repositories.sqlite

.PHONY: run test bench fuzz docs format clean libraries

run: libraries $(dump)
	@swift build -c release --product stream-import >&2
	@rm -f $(database)
	@"$$(swift build -c release --show-bin-path)/stream-import" import $(dump) --into $(database) \
		--table repositories --index language
	@sqlite3 -box $(database) < Fixtures/repositories.sql

test: libraries
	swift test

bench: libraries
	Benchmarks/run

fuzz: libraries
	Tests/Fuzz/run

docs: libraries
	.ci/docs

format:
	swift format -i -r Sources Tests Benchmarks/Benchmarks Benchmarks/Sources Benchmarks/Package.swift Package.swift

clean:
	swift package clean
	rm -rf Fixtures/generated Benchmarks/.build .build/documentation* .build/fuzz

# Writes to a temporary name first, so that an interrupted run leaves no incomplete dump.
$(dump): | libraries
	@mkdir -p $(@D)
	@swift build -c release --product make-fixture >&2
	@"$$(swift build -c release --show-bin-path)/make-fixture" repositories --size 100MB --gzip --output $@.part
	@mv $@.part $@

libraries:
	@.ci/install-libraries
