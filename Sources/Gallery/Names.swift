import HummingbirdCore
import LineProtocol

// Two libraries call two things a request.

/// A line that the daemon is asked.
typealias LineRequest = LineProtocol.Request
/// What a browser asks.
typealias PageRequest = HummingbirdCore.Request
