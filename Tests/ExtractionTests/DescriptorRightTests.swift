import Glibc
import Testing

@testable import Extraction

@Suite("The right to have files open")
struct DescriptorRightTests {
    /// Says when it ends whether the pipe's writing end was closed by then.
    private final class Right: Sendable {
        private let readingEnd: Int32
        private let ended: @Sendable (_ isClosed: Bool) -> Void

        init(_ readingEnd: Int32, ended: @escaping @Sendable (Bool) -> Void) {
            self.readingEnd = readingEnd
            self.ended = ended
        }

        deinit {
            var byte: UInt8 = 0
            ended(read(readingEnd, &byte, 1) == 0)
        }
    }

    @Test("ends when a batch's files are closed, and no sooner", arguments: [false, true])
    func endsAfterTheFiles(mayHang: Bool) async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        defer { close(ends[0]) }
        let isClosed = try await withCheckedThrowingContinuation { continuation in
            do {
                let batch = JobBatch<TrialJob>(mayHang: mayHang)
                try batch.add(TrialJob(label: []), sources: [ends[1], dup(ends[0])])
                batch.hold([Right(ends[0]) { continuation.resume(returning: $0) }])
            } catch {
                continuation.resume(throwing: error)
            }
        }
        #expect(isClosed)
    }
}
