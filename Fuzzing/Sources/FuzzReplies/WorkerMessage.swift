import ExtractionWire
import PhotoModel

/// A worker's message as the daemon meets it: any bytes. libFuzzer calls this once an input and keeps those
/// that reach new code; a trap is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let message = UnsafeRawBufferPointer(start: start, count: count)
    checkReply(message)
    checkHello(message)
    return 0
}

private func checkReply(_ message: UnsafeRawBufferPointer) {
    // What stood there before must not survive, whatever happens.
    var results = [JobResult(number: 1, outcome: .unreadable(.empty))]
    do throws(WireError) {
        try ReplyDecoder.decode(message, into: &results)
        precondition(results.count <= WireFormat.maximumJobs, "more results than jobs")
        for case .facts(let facts) in results.map(\.outcome) { check(facts) }
    } catch {
        precondition(results.isEmpty, "results of a message that was refused")
        precondition(!error.description.isEmpty, "an error that says nothing")
    }
}

/// Numbers that the rest of the daemon relies on.
private func check(_ facts: EmbeddedFacts) {
    precondition(facts.latitude.map { (-90...90).contains($0) } ?? true, "a latitude off the globe")
    precondition(facts.longitude.map { (-180...180).contains($0) } ?? true, "a longitude off the globe")
    precondition(facts.orientation.map { (1...8).contains($0) } ?? true, "an orientation there is not")
    precondition(facts.rating.map { (-1...5).contains($0) } ?? true, "a rating there is not")
    precondition(facts.duration?.isFinite ?? true, "an endless video")
    let longest = [facts.imageDescription, facts.iptcCaption, facts.userComment].lazy.compactMap { $0?.count }
        .max()
    precondition((longest ?? 0) <= WireFormat.maximumDescriptionLength, "a text over its limit")
}

private func checkHello(_ message: UnsafeRawBufferPointer) {
    guard let hello = try? WorkerHello(decoding: message) else { return }
    let encoded = hello.encoded()
    let again = encoded.withUnsafeBytes { bytes in try? WorkerHello(decoding: bytes) }
    precondition(again == hello, "a hello that does not come back as it was")
}
