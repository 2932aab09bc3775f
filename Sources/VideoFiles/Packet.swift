import CAVFormat

/// A piece of a stream, as a container has it. Owns libavformat's packet and what it holds.
public struct Packet: ~Copyable {
    public let pointer: UnsafeMutablePointer<AVPacket>

    /// `nil`: no memory.
    public init?() {
        guard let pointer = av_packet_alloc() else { return nil }
        self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&pointer)
    }

    public var stream: Int { Int(pointer.pointee.stream_index) }

    /// Valid until the packet is used again.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(max(0, pointer.pointee.size)))
    }
}
