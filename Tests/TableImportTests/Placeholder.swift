import Testing
@testable import TableImport
