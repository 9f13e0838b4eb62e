import Testing

#if canImport(Glibc)

    /// An import makes only the allocations that its records own.
    ///
    /// Each count is the difference between an import of more records and an import of fewer records. The difference
    /// excludes the allocations that an import makes once. `import-gauge` counts allocations on Linux with glibc only.
    /// The tests need an optimized build, because a loop may allocate without the optimizer.
    @Suite(.enabled(if: try Gauge.isOptimized, "only .ci/gauges measures an optimized build"))
    struct AllocationTests {
        @Test(arguments: [
            "scalars", "dates", "short-strings", "long-strings", "escapes", "anything", "numbers", "arrays",
            "dictionaries", "integer-keys", "classes", "people", "tweets", "measurements", "snippets",
            "cases-by-key",
        ])
        func recordAllocatesOnlyWhatModelOwns(name: String) throws {
            let growth = try Growth(of: name)
            #expect(growth.hasNoSurplus, "\(growth)")
        }

        @Test(arguments: ["people-file", "tweets-file", "lines", "lines-file", "envelope", "scalar-lines"])
        func sourceAndFramingDoNotAddAllocations(name: String) throws {
            let growth = try Growth(of: name)
            #expect(growth.hasNoSurplus, "\(growth)")
        }

        @Test(arguments: ["new-keys", "new-unicode-keys", "new-spellings", "new-keys-on-paths"])
        func uniqueKeysDoNotAddAllocations(name: String) throws {
            // The records have more different keys than an import caches.
            let growth = try Growth(of: name, from: 2000, to: 4000)
            #expect(growth.hasNoSurplus, "\(growth)")
        }

        @Test(arguments: ["iterator", "iterator-lines"])
        func iteratorDoesNotAddAllocations(name: String) throws {
            // The records of both inputs fill several chunks. The memory for the records of a chunk is used again.
            let growth = try Growth(of: name, from: 10_000, to: 10_500)
            #expect(growth.hasNoSurplus, "\(growth)")
        }

        @Test(arguments: ["batches", "batch-iterator"])
        func batchAllocatesOneArray(name: String) throws {
            let growth = try Growth(of: name, from: 10_000, to: 10_500)
            #expect(growth.batches == 5 && growth.surplus == growth.batches, "\(growth)")
        }

        @Test func shortStringEnumDoesNotAddAllocations() throws {
            let growth = try Growth(of: "enums")
            #expect(growth.hasNoSurplus, "\(growth)")
        }

        /// The enum compares its raw values with a `String`. A `String` of more than 15 bytes allocates.
        @Test func longStringEnumAllocatesOneTemporaryString() throws {
            let growth = try Growth(of: "long-enums")
            #expect(growth.surplus == growth.records, "\(growth)")
        }

        /// Foundation's arithmetic allocates if the digits do not fit in 64 bits.
        @Test func wideDecimalAllocatesAtMostTwelveTimes() throws {
            let growth = try Growth(of: "wide-decimals")
            #expect((0...12 * growth.records).contains(growth.surplus), "\(growth)")
        }

        @Test func rejectedRecordAllocatesOnlyForItsError() throws {
            let allWrong = try Growth(of: "all-wrong")
            #expect(allWrong.rejected == 500 && allWrong.records == 0, "\(allWrong)")
            let (allocationsPerError, remainder) = allWrong.surplus.quotientAndRemainder(
                dividingBy: allWrong.rejected)
            #expect(remainder == 0 && allocationsPerError <= 16, "\(allWrong)")

            let someWrong = try Growth(of: "some-wrong")
            #expect(someWrong.rejected == 100 && someWrong.records == 400, "\(someWrong)")
            #expect(
                someWrong.surplus == someWrong.rejected * allocationsPerError,
                "\(someWrong), \(allocationsPerError) for each error")

            let noneWrong = try Growth(of: "none-wrong")
            #expect(noneWrong.surplus == 0, "\(noneWrong)")
        }
    }

    /// The difference between the counts of two imports, which is due to the additional records.
    private struct Growth: CustomStringConvertible {
        let name: String
        let records: Int
        let rejected: Int
        let allocations: Int
        let ownedAllocations: Int
        let batches: Int

        init(of name: String, from few: Int = 500, to many: Int = 1000) throws {
            let fewer: Count = try Gauge.run(["allocations", name, "\(few)"])
            let more: Count = try Gauge.run(["allocations", name, "\(many)"])
            self.name = name
            records = more.records - fewer.records
            rejected = more.rejected - fewer.rejected
            allocations = more.allocations - fewer.allocations
            ownedAllocations = more.ownedAllocations - fewer.ownedAllocations
            batches = more.batches - fewer.batches
        }

        /// The number of allocations that the records do not own.
        var surplus: Int { allocations - ownedAllocations }

        /// Whether the records own all allocations. A difference of 2 is accepted, because a buffer may grow once more
        /// for one of the inputs. One more allocation per record would be a difference of at least 500.
        var hasNoSurplus: Bool { abs(surplus) <= 2 }

        var description: String {
            """
            \(name): \(allocations) allocations for \(records) records more, which own \(ownedAllocations); \(rejected) rejected, \
            \(batches) batches
            """
        }

        private struct Count: Decodable {
            let records: Int
            let rejected: Int
            let allocations: Int
            let ownedAllocations: Int
            let batches: Int
        }
    }

#endif
