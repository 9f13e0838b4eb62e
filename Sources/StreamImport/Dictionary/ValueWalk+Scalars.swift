internal import Foundation

/// A property of a scalar's own type takes it as it is: no text is written that would only be read again.
extension ValueWalk {
    func send(_ string: String) -> Bool {
        if let goesOn = unsafe binder.pointee.storeAsIs(string) { return goesOn }
        var string = string
        // SAFETY: the bytes are lent for the call.
        return string.withUTF8 { unsafe binder.pointee.string(KeyText($0).bytes, $0.count) }
    }

    func send(_ number: NSNumber) -> Bool {
        if number.isBool { return send(number.boolValue) }
        return number.isDecimal ? send(number.decimalValue) : send(NumberText(number))
    }

    func send(_ bool: Bool) -> Bool {
        unsafe binder.pointee.storeAsIs(bool) ?? binder.pointee.bool(bool)
    }

    @inline(__always)
    func send(_ number: NumberText) -> Bool {
        switch number {
        case .integer(let integer):
            if let goesOn = unsafe binder.pointee.storeAsIs(integer) { return goesOn }
        case .real(let real):
            guard real.isFinite else { return unsafe binder.pointee.refuse(.notFinite(number)) }
            if let goesOn = unsafe binder.pointee.storeAsIs(real) { return goesOn }
        case .unsigned, .spelled: break
        }
        return unsafe number.withText { unsafe binder.pointee.number($0, $1) }
    }

    func send(_ decimal: Decimal) -> Bool {
        let text = NumberText.spelled(decimal.description)
        guard decimal.isFinite else { return unsafe binder.pointee.refuse(.notFinite(text)) }
        if let goesOn = unsafe binder.pointee.storeAsIs(decimal) { return goesOn }
        // Of a text, a dynamic value would make the nearest Double.
        if decimal.exponent < 0,
            let goesOn = unsafe binder.pointee.storeAsIs(DynamicValue(value: decimal))
        {
            return goesOn
        }
        return send(text)
    }
}
