#if os(Linux)
    import Foundation
    import Testing

    /// An import takes at most 1.5 times the size of its largest record.
    @Suite struct RecordMemoryTests {
        private static let recordBytes = 48_000_000
        /// Records after the large one, so that the peak is read before the process ends.
        private static let laterLines = String(repeating: "{\"id\":7}\n", count: 20_000)
        private static let members = String(
            repeating: "\"x\":[" + String(repeating: "1234567,", count: 2_000) + "1],",
            count: recordBytes / 16_000)

        /// Returns the peak of the memory of an import, in bytes.
        private func peak(
            of text: String, in folder: TemporaryDirectory, status: Int32 = 2,
            options: [String] = ["--columns", "id", "--rejects", "bad"]
        ) throws -> Int {
            try Data(text.utf8).write(to: folder.file("dump"))
            let process = Program.make(["import", "dump", "--into", "db", "--quiet"] + options, in: folder)
            try process.run()
            var peak = 0
            while process.isRunning {
                let status = try? String(
                    contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
                let line = status?.firstMatch(of: /VmHWM:\s*([0-9]+)/)
                if let size = line.flatMap({ Int($0.1) }) { peak = size * 1024 }
                Thread.sleep(forTimeInterval: 0.002)
            }
            #expect(process.status == status)
            return peak
        }

        @Test(arguments: [
            ("{\"a\":1,", "\"b\":}\n"), ("{\"a\":},", "\"b\":1}\n"), ("[{},", "1]\n"),
        ])
        func rejectedLineTakesItsOwnSize(start: String, end: String) throws {
            let folder = try TemporaryDirectory()
            let small = try peak(of: "{\"id\":1}\nx\n" + Self.laterLines, in: TemporaryDirectory())
            let line = start.hasPrefix("[") ? "[{" + Self.members + "\"b\":1}]\n" : start + Self.members + end
            let large = try peak(of: "{\"id\":1}\n" + line + Self.laterLines, in: folder)
            #expect(large - small < line.utf8.count * 3 / 2, "\(large) - \(small)")
            let lines = try String(contentsOf: folder.file("bad"), encoding: .utf8).split(separator: "\n")
            struct Line: Decodable {
                let text: String
            }
            #expect(lines.count == 1)
            #expect(try JSONDecoder().decode(Line.self, from: Data(lines[0].utf8)).text + "\n" == line)
        }

        /// The rows of large records are written one after another, or two at a time.
        @Test(arguments: [("", "\n", ""), ("[", ",", "]"), ("\u{1E}", "\n\u{1E}", "\n")], [1, 2])
        func memoryDoesNotGrowWithNumberOfLargeRecords(
            format: (start: String, separator: String, end: String), threads: Int
        ) throws {
            let record = "{\"a\":\"" + String(repeating: "x", count: 18_000_000) + "\",\"b\":1}"
            let peaks = try [4, 8].map { count in
                let records = [String](repeating: record, count: count).joined(separator: format.separator)
                return try peak(
                    of: format.start + records + format.end, in: TemporaryDirectory(), status: 0,
                    options: ["--threads", "\(threads)"])
            }
            #expect(peaks[1] - peaks[0] < record.utf8.count * 3 / 2, "\(peaks)")
        }

        /// The child rows of two large records at most are in memory: those that are written, and those that are read.
        @Test(arguments: [1, 2])
        func memoryDoesNotGrowWithNumberOfExpandedArrays(threads: Int) throws {
            let elements = [String](repeating: "1", count: 200_000).joined(separator: ",")
            let peaks = try [3, 6].map { count in
                let records = (0..<count).map { "{\"id\":\($0),\"items\":[\(elements)]}\n" }.joined()
                return try peak(
                    of: records, in: TemporaryDirectory(), status: 0,
                    options: ["--key", "id", "--expand", "items", "--threads", "\(threads)"])
            }
            let recordBytes = 200_000 * 3 * 32
            #expect(peaks[1] - peaks[0] < recordBytes, "\(peaks)")
        }
    }
#endif
