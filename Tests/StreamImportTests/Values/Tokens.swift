@testable import JSONRecords
@testable import StreamImport

/// Reads a value from a token, as the binder does.
func read<T: Importable>(
    _ type: T.Type, _ text: String, as kind: ImportToken.Kind = .number, dates: DateStrategy = .automatic,
    coercion: CoercionPolicy = .strict
) throws -> T {
    let bytes = Array(text.utf8)
    // The policies do not retain the strategy. The caller of `read` retains the strategy.
    let policies = ScalarPolicies(dates: dates, coercion: coercion)
    // SAFETY: the memory has room for one value, which is moved out of it before `defer` deallocates it.
    let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
    defer { unsafe memory.deallocate() }
    try unsafe T._store(ImportToken(kind: kind, bytes: bytes.span, policies: policies), at: memory)
    return unsafe memory.move()
}

/// Returns the text of the error of a token, such as `outOfRange: an integer from 0 to 255`; `nil` if the token is
/// accepted.
func readError<T: Importable>(
    _ type: T.Type, _ text: String, as kind: ImportToken.Kind = .number, dates: DateStrategy = .automatic,
    coercion: CoercionPolicy = .strict
) -> String? {
    do {
        _ = try read(type, text, as: kind, dates: dates, coercion: coercion)
        return nil
    } catch ScalarError.typeMismatch(let expected) {
        return "mismatch: \(expected)"
    } catch ScalarError.outOfRange(let expected) {
        return "outOfRange: \(expected)"
    } catch ScalarError.invalid(let expected) {
        return "invalid: \(expected)"
    } catch let date as UnreadableDate {
        return "invalid: a date such as \(date.pattern)"
    } catch {
        return "\(error)"
    }
}
