internal import SystemPackage

/// The size and the time of the last modification of a file.
struct FileStamp {
    let size: Int64
    /// In nanoseconds since 1970.
    let modified: Int64

    /// Reads the status of a file; `nil` if it has none.
    init?(_ path: FilePath) {
        guard let status = try? Stat(path) else { return nil }
        size = Int64(status.size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    }

    /// Returns whether a file that had this stamp and has another one now may have been read as it was: it is unchanged,
    /// or has grown. The digest of the text tells later whether it has only grown.
    func allows(_ now: FileStamp?) -> Bool {
        guard let now else { return false }
        return now.size > size || now.size == size && now.modified == modified
    }
}
