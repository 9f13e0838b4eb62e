import ArgumentParser
import Foundation

/// A list of names in an argument, separated by commas.
enum NameList {
    /// Returns the names in a list. White space around a name does not belong to it.
    static func names(in list: String) -> [String] {
        list.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    /// Checks that no name is empty.
    static func validate(_ names: [String], of option: String) throws {
        guard !names.contains("") else {
            throw ValidationError("\(option) expects names separated by commas, found an empty name.")
        }
    }
}
