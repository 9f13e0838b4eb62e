internal import Foundation
internal import SystemPackage

/// The bytes of a file, a pipe, a socket or a terminal.
///
/// Nothing is touched before the first read.
final class FileSource: ByteSource {
    private enum Place {
        case url(URL)
        case handle(FileHandle, start: Int64?)
    }

    private let place: Place
    private let name: String?

    /// The file while it is open: from the first read to the end.
    private var file: OpenFile?

    /// Keeps a read too many from opening the file anew.
    private var hasEnded = false

    private(set) var bytesTaken = 0

    /// The size of a regular file, once it is open; from a handle, what lies behind the place where reading starts.
    private(set) var bytesInAll: Int?

    /// Reads a file from its beginning.
    ///
    /// - Parameter name: What errors call the file.
    init(_ url: URL, name: String?) {
        place = .url(url)
        self.name = name
    }

    /// Reads an open file from `start`, or from where it stands at the first read. The file is not closed.
    ///
    /// - Parameters:
    ///   - start: Where a file that has places is read from.
    ///   - name: What errors call the file.
    init(_ handle: FileHandle, from start: Int64? = nil, name: String? = nil) {
        place = .handle(handle, start: start)
        self.name = name
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> SourceRead {
        if hasEnded { return .end }
        let file = try openFile()
        let count: Int
        do throws(Errno) {
            // SAFETY: the buffer is lent on for the call.
            count = unsafe try file.read(into: buffer)
        } catch {
            throw .readFailed(name, after: bytesTaken, error)
        }
        guard count > 0 else {
            self.file = nil
            hasEnded = true
            return .end
        }
        bytesTaken += count
        return .bytes(count)
    }

    private func openFile() throws(ImportError) -> OpenFile {
        if let file { return file }
        do throws(Errno) {
            let file =
                switch place {
                case .url(let url): try OpenFile(opening: url)
                case .handle(let handle, let start): try OpenFile(handle, from: start)
                }
            self.file = file
            bytesInAll = file.size
            return file
        } catch {
            throw .cannotOpen(name, error)
        }
    }
}
