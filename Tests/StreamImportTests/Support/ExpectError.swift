import StreamImport
import Testing

/// Requires that `body` throws an `ImportError` with a code, and returns the error.
@discardableResult
func expectError<Result>(
    _ code: ImportError.Code, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ body: () throws -> Result
) -> ImportError? {
    let error = #expect(throws: ImportError.self, sourceLocation: sourceLocation) { _ = try body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}
