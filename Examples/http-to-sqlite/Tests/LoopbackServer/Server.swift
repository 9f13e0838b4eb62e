import NIOCore
package import NIOHTTP1
import NIOPosix

/// Calls `body` with the URL of an HTTP/1.1 server on loopback, which answers each request with `respond`.
@discardableResult
package func withServer<Result>(
    _ respond: @escaping @Sendable (ServerResponse) async throws -> Void,
    isolation: isolated (any Actor)? = #isolation,
    during body: (_ url: String) async throws -> Result
) async throws -> Result {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .bind(host: "127.0.0.1", port: 0) { channel in
            channel.eventLoop.makeCompletedFuture {
                // The handler for pipelining stops reading during a response, and would not see the client close.
                try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                    withPipeliningAssistance: false)
                return try NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>(
                    wrappingChannelSynchronously: channel)
            }
        }
    guard let port = server.channel.localAddress?.port else {
        preconditionFailure("a bound channel has a port")
    }
    let serving = Task {
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    group.addTask { await answer(connection, with: respond) }
                }
            }
        }
    }
    defer { serving.cancel() }
    return try await body("http://127.0.0.1:\(port)/items")
}

private func answer(
    _ connection: NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>,
    with respond: @Sendable (ServerResponse) async throws -> Void
) async {
    // An error means that the client or the response has closed the connection.
    try? await connection.executeThenClose { requests, _ in
        for try await case .end in requests {
            try await respond(ServerResponse(channel: connection.channel))
        }
    }
}

/// The response to one request.
///
/// Each function returns when the socket has taken the bytes, and throws if the client has closed the connection.
package struct ServerResponse: Sendable {
    fileprivate let channel: any Channel

    /// Sends the status and the headers. Without `Content-Length`, the body is chunked, unless the version is 1.0.
    package func begin(
        _ status: HTTPResponseStatus = .ok, _ headers: HTTPHeaders = [:], version: HTTPVersion = .http1_1
    ) async throws {
        try await send(.head(HTTPResponseHead(version: version, status: status, headers: headers)))
    }

    package func write(_ bytes: some Sequence<UInt8>) async throws {
        try await send(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
    }

    package func write(_ text: String) async throws { try await write(text.utf8) }

    /// Sends the end of the response.
    package func end() async throws { try await send(.end(nil)) }

    /// Closes the connection.
    package func close() async throws { try await channel.close() }

    /// Returns when the client has closed the connection.
    package func waitForClose() async throws { try await channel.closeFuture.get() }

    private func send(_ part: HTTPServerResponsePart) async throws { try await channel.writeAndFlush(part) }
}
