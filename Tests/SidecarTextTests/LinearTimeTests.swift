import Glibc
import SidecarText
import Testing

@Suite("The time an edit takes")
struct LinearTimeTests {
    private static let shapes: [@Sendable (Int) -> String] = [
        { packet(with: String(repeating: "<other:a other:b='c'/> ", count: $0)) },
        { packet("<rdf:Description " + (0..<$0).map { "other:a\($0)='1' " }.joined() + "/>") },
        { packet(with: "<dc:title>" + String(repeating: "<!-- < -->&amp;]] ", count: $0) + "</dc:title>") },
        { packet(with: "<dc:title>" + String(repeating: " ", count: $0 * 10) + "</dc:title>") },
        { packet(with: String(repeating: "<other:a xmlns:b='c'/>", count: $0)) },
        { String(repeating: "<!", count: $0 * 10) },
        { "<a " + String(repeating: "'", count: $0 * 10) },
        { "<a>" + String(repeating: "<![CDATA[", count: $0) },
    ]

    @Test("grows with the sidecar and no faster", arguments: shapes.indices)
    func linear(shape: Int) {
        let values = SidecarValues(
            place: .set(.init(latitude: 1, longitude: 1)),
            title: .set("t"),
            rating: .set(2)
        )
        func time(_ count: Int) -> Duration {
            let sidecar = Array(Self.shapes[shape](count).utf8)
            return (0..<3).map { _ in
                let start = Self.processorTime()
                _ = refusal(sidecar, values)
                return Self.processorTime() - start
            }.min() ?? .zero
        }
        let small = time(2_000)
        let large = time(16_000)
        // Eight times as much; the square would be sixty-four.
        #expect(large < small * 32 + .milliseconds(20))
    }

    /// Of this thread: others may have the machine meanwhile.
    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
