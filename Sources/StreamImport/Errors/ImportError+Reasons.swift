/// One maker for each way to fail, so that every text stands in one place.
extension ImportError {
    static func invalidPath(_ text: String) -> ImportError {
        ImportError(
            .invalidPath, "the path \(text.debugDescription) is malformed",
            advice: "write it as data.items, photos[0].url or /data/items")
    }
}
