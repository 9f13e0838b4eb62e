import Foundation
import LoopbackServer

/// Serves a file over HTTP on loopback until it is killed, and prints the URL: `serve FILE`.
@main
struct Serve {
    static func main() async throws {
        let file = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
        try await withServer { response in
            try await response.begin(.ok, ["Content-Length": "\(file.count)"])
            try await response.write(file)
            try await response.end()
        } during: { url in
            // `print` would keep the line in a buffer.
            try FileHandle.standardOutput.write(contentsOf: Data("\(url)\n".utf8))
            while true { try await Task.sleep(for: .seconds(60)) }
        }
    }
}
