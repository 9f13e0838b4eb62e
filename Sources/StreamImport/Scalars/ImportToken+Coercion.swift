// The only implementation of the table of ``CoercionPolicy``. A token of a value's own kind does not reach this code,
// so that none of it is inlined where such a token is read.

extension ImportToken {
    /// Rejects a token of another kind if the policy is strict.
    @inline(never)
    func requireCoercion(expected: StaticString) throws(ScalarError) {
        guard policies.coercion != .strict else { throw .typeMismatch(expected: expected) }
    }

    /// Returns the number for a string or a bool.
    ///
    /// - Parameters:
    ///   - expected: the expected value, for errors.
    ///   - read: reads the number from JSON spelling, and throws `invalid` if the text is not a number.
    @inline(never)
    func coercedNumber<Number: ExpressibleByIntegerLiteral>(
        expected: StaticString, _ read: (Span<UInt8>) throws(ScalarError) -> Number
    ) throws(ScalarError) -> Number {
        try requireCoercion(expected: expected)
        if kind == .bool { return bool == true ? 1 : 0 }
        do {
            return try numberInString(read)
        } catch .invalid {
            throw .typeMismatch(expected: expected)
        }
    }

    /// Returns the number for a string in a spelling that the policy accepts.
    ///
    /// - Parameter read: reads the number from JSON spelling.
    @inline(never)
    func numberInString<Number>(
        _ read: (Span<UInt8>) throws(ScalarError) -> Number
    ) throws(ScalarError) -> Number {
        guard policies.coercion.isPermissive else { return try read(bytes) }
        let number = bytes.withoutWhiteSpace.withoutPlus
        guard let plain = number.spelledAsJSON else { return try read(number) }
        return try read(plain.span)
    }

    /// Returns the bool for a string or a number.
    @inline(never)
    func coercedBool() throws(ScalarError) -> Bool {
        try requireCoercion(expected: "true or false")
        let isPermissive = policies.coercion.isPermissive
        if kind == .number { return try boolInNumber(takesAll: isPermissive) }
        if isPermissive { return bytes.nsStringBoolValue }
        guard let bool = bytes.spelledBool else { throw .typeMismatch(expected: "true or false") }
        return bool
    }

    /// Returns the bool for a number. Zero is false and one is true, however it is spelled. Any other number is true if
    /// `takesAll`, or else an error.
    private func boolInNumber(takesAll: Bool) throws(ScalarError) -> Bool {
        guard let number = JSONNumber<AllDigits>(bytes) else { throw .invalid(expected: "true or false") }
        if number.digits.isZero { return false }
        let isOne =
            number.digits.value == 1 && number.exponent == 0 && !number.isNegative
            && !number.digits.hasOverflowed
        guard takesAll || isOne else { throw .outOfRange(expected: "0 or 1") }
        return true
    }
}

// MARK: - Bools

extension Span<UInt8> {
    /// The bool that `true`, `false`, `1` or `0` spells, in any case; `nil` for other texts.
    fileprivate var spelledBool: Bool? {
        var cursor = ByteCursor(self)
        let bool = cursor.skip(UInt8(ascii: "1")) || cursor.skip(word: "true")
        guard bool || cursor.skip(UInt8(ascii: "0")) || cursor.skip(word: "false") else { return nil }
        return cursor.isAtEnd ? bool : nil
    }

    /// Whether `Y`, `y`, `T`, `t` or a digit from 1 to 9 follows white space, a sign and zeros.
    fileprivate var nsStringBoolValue: Bool {
        var cursor = ByteCursor(withoutWhiteSpace)
        if !cursor.skip(UInt8(ascii: "-")) { _ = cursor.skip(UInt8(ascii: "+")) }
        while cursor.skip(UInt8(ascii: "0")) {}
        return cursor.hasDigitAhead || cursor.skip(letter: UInt8(ascii: "y"))
            || cursor.skip(letter: UInt8(ascii: "t"))
    }
}

// MARK: - Numbers as a person writes them

extension Span<UInt8> {
    /// The text without the white space of JSON around it.
    fileprivate var withoutWhiteSpace: Span<UInt8> {
        @_lifetime(copy self)
        get {
            var (start, end) = (0, count)
            while start < end, self[start].isJSONWhiteSpace { start += 1 }
            while start < end, self[end - 1].isJSONWhiteSpace { end -= 1 }
            return extracting(start..<end)
        }
    }

    /// The text without a `+` before its first digit.
    fileprivate var withoutPlus: Span<UInt8> {
        @_lifetime(copy self)
        get {
            var cursor = ByteCursor(self)
            return cursor.skip(UInt8(ascii: "+")) && cursor.hasDigitAhead ? extracting(1...) : self
        }
    }

    /// The number in JSON spelling: without grouping commas, or without leading zeros, and with a digit on both sides
    /// of the decimal point. `nil` if the text must be read unchanged.
    fileprivate var spelledAsJSON: [UInt8]? {
        if let ungrouped { return ungrouped.withoutTrailingPoint }
        guard needsDigits else { return nil }
        var text = indices.map { self[$0] }
        let start = text.first == UInt8(ascii: "-") ? 1 : 0
        let zeros = text[start...].prefix { $0 == UInt8(ascii: "0") }.count
        let hasOtherDigits = text[(start + zeros)...].first?.isDigit == true
        text.removeSubrange(start..<start + (hasOtherDigits ? zeros : Swift.max(zeros - 1, 0)))
        if text[start] == UInt8(ascii: ".") { text.insert(UInt8(ascii: "0"), at: start) }
        return text.withoutTrailingPoint
    }

    /// Whether the text is a number except for leading zeros, or for a missing digit before or after the decimal point.
    private var needsDigits: Bool {
        let start = !isEmpty && self[0] == UInt8(ascii: "-") ? 1 : 0
        guard count - start > 1 else { return false }
        let (first, second, last) = (self[start], self[start + 1], self[count - 1])
        return first == UInt8(ascii: "0") && second.isDigit
            || first == UInt8(ascii: ".") && second.isDigit
            || last == UInt8(ascii: ".") && self[count - 2].isDigit
    }

    /// The text without the commas between groups of three digits; `nil` if its integer part does not consist of such
    /// groups.
    fileprivate var ungrouped: [UInt8]? {
        let comma = UInt8(ascii: ",")
        let start = !isEmpty && self[0] == UInt8(ascii: "-") ? 1 : 0
        var end = start
        while end < count, self[end] == comma || self[end] &- UInt8(ascii: "0") < 10 { end += 1 }
        // Counted from the end of the integer part, every fourth byte is a comma and no other byte is. The first byte
        // is not a comma.
        guard end - start > 4, (end - start) % 4 != 0 else { return nil }
        for index in start..<end where (self[index] == comma) != ((end - index) % 4 == 0) { return nil }
        return indices.compactMap { $0 < end && self[$0] == comma ? nil : self[$0] }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension [UInt8] {
    /// The number without a decimal point at its end.
    fileprivate var withoutTrailingPoint: [UInt8] {
        let isOpen = last == UInt8(ascii: ".") && dropFirst().dropLast().allSatisfy(\.isDigit)
        return isOpen ? dropLast() : self
    }
}
