import LineProtocol
import NIOCore
import PhotoClient

/// What came of one request, in the order it came.
enum Heard: Sendable {
    /// Lines of the reply as they were sent, line ends included.
    case lines(ByteBuffer)
    /// What a subscription said.
    case event(EventLine)
    case ended
    case refused(Acknowledgement)
    /// Nothing more will come.
    case failed(ClientError)
}
