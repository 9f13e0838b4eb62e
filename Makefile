# make run    imports a generated dump of repositories and shows what it did
# make test   runs the tests
# make bench  measures against libyajl alone and against Foundation
# make docs   builds the documentation
# make format formats the sources
# make clean  removes everything that was built or generated

dump := Fixtures/generated/repositories-100MB.json.gz

.PHONY: run test bench docs format clean libraries

run: libraries $(dump)
	@swift build -c release --product top-repositories >&2
	@"$$(swift build -c release --show-bin-path)/top-repositories" $(dump)

test: libraries
	swift test

bench: libraries
	Benchmarks/run

docs: libraries
	.ci/docs

format:
	swift format -i -r Sources Tests Benchmarks/Benchmarks Benchmarks/Sources Benchmarks/Package.swift Package.swift

clean:
	swift package clean
	rm -rf Fixtures/generated Benchmarks/.build .build/documentation*

# Written to another name first, so that a dump is there whole or not at all.
$(dump): | libraries
	@mkdir -p $(@D)
	@swift build -c release --product make-fixture >&2
	@"$$(swift build -c release --show-bin-path)/make-fixture" repositories --size 100MB --gzip --output $@.part
	@mv $@.part $@

libraries:
	@.ci/install-libraries
