#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// An import takes at most 1.5 times the size of its largest record.
    @Suite struct RecordMemoryTests {
        private static let members = String(
            repeating: "\"x\":[" + String(repeating: "1234567,", count: 2_000) + "1],", count: 400)

        /// Records that fill the cache of SQLite, which has 8 MiB.
        private static let filler = (1...100).map {
            "{\"id\":-\($0),\"text\":\"" + String(repeating: "x", count: 90_000) + "\"}\n"
        }.joined()

        /// Returns about the peak of the memory of an import, apart from pages of files, in bytes. Standard output is full, so that
        /// the program waits with its summary while the peak is read.
        private func peak(
            of text: String, in folder: TemporaryDirectory, status: Int32 = 2,
            options: [String] = ["--columns", "id", "--rejects", "bad"]
        ) throws -> Int {
            try Data(text.utf8).write(to: folder.file("dump"))
            let process = Program.make(["import", "dump", "--into", "db"] + options, in: folder)
            let output = Pipe()
            // The capacity of the pipe: F_GETPIPE_SZ, which Swift does not import.
            let capacity = Int(fcntl(output.fileHandleForWriting.fileDescriptor, 1032))
            try output.fileHandleForWriting.write(contentsOf: [UInt8](repeating: 0, count: capacity))
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            try process.run()
            try wait { try !process.isRunning || isFinished(folder) }
            let figures = try String(
                contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let total = try #require(figures.firstMatch(of: /VmHWM:\s*([0-9]+)/).flatMap { Int($0.1) })
            // Pages of the program and its libraries, of which the system keeps as many as it likes.
            let ofFiles = try #require(figures.firstMatch(of: /RssFile:\s*([0-9]+)/).flatMap { Int($0.1) })
            try output.fileHandleForWriting.close()
            _ = try output.fileHandleForReading.readToEnd()
            process.waitUntilExit()
            #expect(process.status == status)
            return (total - ofFiles) * 1024
        }

        /// Returns whether the import has written its last row.
        private func isFinished(_ folder: TemporaryDirectory) throws -> Bool {
            guard folder.has("db"), try folder.hasTable("stream_import") else { return false }
            return try folder.rows("SELECT finished FROM stream_import") == ["1"]
        }

        @Test(arguments: [
            ("{\"a\":1,", "\"b\":}\n"), ("{\"a\":},", "\"b\":1}\n"), ("[{},", "1]\n"),
        ])
        func rejectedLineTakesItsOwnSize(start: String, end: String) throws {
            let folder = try TemporaryDirectory()
            let small = try peak(of: "{\"id\":1}\nx\n", in: TemporaryDirectory())
            let line = start.hasPrefix("[") ? "[{" + Self.members + "\"b\":1}]\n" : start + Self.members + end
            let large = try peak(of: "{\"id\":1}\n" + line, in: folder)
            #expect(large - small < line.utf8.count * 3 / 2, "\(large) - \(small)")
            let lines = try String(contentsOf: folder.file("bad"), encoding: .utf8).split(separator: "\n")
            struct Line: Decodable {
                let text: String
            }
            #expect(lines.count == 1)
            #expect(try JSONDecoder().decode(Line.self, from: Data(lines[0].utf8)).text + "\n" == line)
        }

        /// The formats, each with one thread and with two.
        static let largeRecordCases = [("", "\n", ""), ("[", ",", "]"), ("\u{1E}", "\n\u{1E}", "\n")].flatMap
        {
            [(start: $0.0, separator: $0.1, end: $0.2, threads: 1), ($0.0, $0.1, $0.2, 2)]
        }

        /// The rows of large records are written one after another, or two at a time. Each exceeds a batch.
        @Test(arguments: TestTier.sample(largeRecordCases, count: 1))
        func memoryDoesNotGrowWithNumberOfLargeRecords(
            format: (start: String, separator: String, end: String, threads: Int)
        ) throws {
            let record = "{\"a\":\"" + String(repeating: "x", count: 18_000_000) + "\",\"b\":1}"
            let peaks = try [4, 6].map { count in
                let records = [String](repeating: record, count: count).joined(separator: format.separator)
                return try peak(
                    of: format.start + records + format.end, in: TemporaryDirectory(), status: 0,
                    options: ["--threads", "\(format.threads)"])
            }
            #expect(peaks[1] - peaks[0] < record.utf8.count * 3 / 2, "\(peaks)")
        }

        /// The child rows of two large records at most are in memory: those that are written, and those that are read.
        @Test(arguments: [1, 2])
        func memoryDoesNotGrowWithNumberOfExpandedArrays(threads: Int) throws {
            let elements = [String](repeating: "1", count: 20_000).joined(separator: ",")
            let peaks = try [3, 9].map { count in
                let records =
                    Self.filler + (0..<count).map { "{\"id\":\($0),\"items\":[\(elements)]}\n" }.joined()
                return try peak(
                    of: records, in: TemporaryDirectory(), status: 0,
                    options: ["--key", "id", "--expand", "items", "--threads", "\(threads)"])
            }
            let recordBytes = 20_000 * 3 * 32
            #expect(peaks[1] - peaks[0] < recordBytes, "\(peaks)")
        }
    }
#endif
