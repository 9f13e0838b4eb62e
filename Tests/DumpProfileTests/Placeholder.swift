import Testing
@testable import DumpProfile
