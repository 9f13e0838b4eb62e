import Testing
@testable import StreamImportGRDB
