extension ImportToken {
    /// A scalar that a ``RecordReceiver`` was sent, under the default policies, for the initialisers of values to read.
    ///
    /// - Parameter dates: kept by the caller while there is the token.
    @_lifetime(copy bytes)
    package init(_ kind: Kind, _ bytes: Span<UInt8>, dates: DateStrategy = .automatic) {
        self.init(kind: kind, bytes: bytes, policies: ScalarPolicies(dates: dates, coercion: .lossless))
    }
}
