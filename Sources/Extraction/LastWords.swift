import CShims
import Glibc

/// What a worker writes to its standard error: a library's complaint, or why it died. It is read when the worker
/// is gone, and there is little room: a worker that photos have taken over could fill a disk by way of the log.
final class LastWords {
    private let descriptor: Int32

    /// - Parameter writingEnd: is set to the end for the worker, which is the caller's.
    init(writingEnd: inout Int32) throws(ExtractionError) {
        var ends: [Int32] = [-1, -1]
        guard photod_words_pipe(&ends) == 0 else {
            throw .resource("no pipe for a worker", reason: errno)
        }
        descriptor = ends[0]
        writingEnd = ends[1]
    }

    deinit {
        close(descriptor)
    }

    /// The worker's first lines, in one; `nil` where it said nothing. What could steer a terminal is taken out.
    func text() -> String? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        let scalars = String(decoding: bytes.prefix(count), as: UTF8.self).unicodeScalars
        let lines = scalars.split { $0 == "\n" }.map { line in
            String(String.UnicodeScalarView(line.filter { $0.properties.generalCategory != .control }))
        }
        return lines.isEmpty ? nil : lines.joined(separator: "; ")
    }
}
