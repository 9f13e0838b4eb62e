# make run    imports a generated dump of repositories into an SQLite file, and asks it something
# make test   runs the tests
# make bench  measures against libyajl alone and against Foundation
# make fuzz   searches for inputs that are not read the same in all chunks, FUZZ_SECONDS (60) for each fuzzer
# make docs   builds the documentation
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

# Written to another name first, so that a dump is there whole or not at all.
$(dump): | libraries
	@mkdir -p $(@D)
	@swift build -c release --product make-fixture >&2
	@"$$(swift build -c release --show-bin-path)/make-fixture" repositories --size 100MB --gzip --output $@.part
	@mv $@.part $@

libraries:
	@.ci/install-libraries
