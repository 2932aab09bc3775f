import LineProtocol

/// Where the lines of a reply go: to a client of the daemon, as everywhere but in tests.
package protocol ReplyRoad: Sendable {
    /// Takes over a piece of the reply, of whole lines, and waits for nobody: a client that reads slowly gets it later.
    ///
    /// - Throws: where the client is gone, or as good as gone.
    func write(_ bytes: UnsafeRawBufferPointer) throws
    func finishWithOK(after bytes: [UInt8])
    func finish(refusing error: ProtocolError, after bytes: [UInt8], listIndex: Int)
    func abandon()
    /// What else to do when the reply has ended, or its client is gone. Where the request began.
    func atEnd(_ body: @escaping @Sendable () -> Void)
}
