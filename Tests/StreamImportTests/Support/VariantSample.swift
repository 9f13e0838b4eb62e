import Testing

/// The size of the sample of variants that the quick tier adds to the basic variants of each comparison.
///
/// The default is enough for suites that test how values are read, which the type of the input and the function that reads the
/// records do not affect. Suites that test the delivery of records take more variants.
struct VariantSample: SuiteTrait, TestTrait, TestScoping {
    /// The size for the current test.
    @TaskLocal static var count = 8

    let count: Int
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Self.$count.withValue(count, operation: function)
    }
}

extension Trait where Self == VariantSample {
    /// A sample of a third of the variants.
    static var manyVariants: Self { VariantSample(count: 40) }

    /// All variants, also in the quick tier.
    static var allVariants: Self { VariantSample(count: .max) }
}
