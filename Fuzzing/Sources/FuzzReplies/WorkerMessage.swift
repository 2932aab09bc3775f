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
    do throws(WireError) {
        var reply = try ReplyDecoder(message)
        precondition(reply.count <= WireFormat.maximumJobs, "more results than jobs")
        while let result = try reply.next() {
            guard case .done(let payload, _) = result.outcome else { continue }
            precondition(payload.count < message.count, "a payload that is longer than its message")
            check(try FactDecoder.facts(payload))
        }
    } catch {
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
