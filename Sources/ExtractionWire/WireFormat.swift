/// The messages between the daemon and a worker, over a socket that keeps message boundaries.
///
/// Every message begins with eight bytes: version (1), kind (1), count of what follows (2) and the length of the
/// whole message (4). Numbers are little-endian. Daemon and worker are installed together, so a message of another
/// version is an error and not a case to handle; a worker's hello is the first that may be one.
///
/// A request is jobs of any kinds, each with a number, descriptors that come with the message, and a payload. A reply is
/// results in the order of the jobs, each with an outcome, a payload where it is done, and perhaps a descriptor. What
/// payloads mean is the kinds' (``JobKind``), and how long they may be (``JobLimits``).
public enum WireFormat {
    /// Raised with each new kind of job, field, outcome or payload: an older daemon that meets one takes the worker for broken, and
    /// the photo for the cause.
    public static let version: UInt8 = 5

    public static let headerLength = 8

    /// Also what a receiver's buffer must hold. A socket's default buffer takes three of these.
    public static let maximumMessageLength = 65_536

    /// As many as a message carries descriptors.
    public static let maximumJobs = 32

    /// Longer text is cut: no date, camera name or offset is.
    public static let maximumTextLength = 255

    /// A longer description is cut. Only the two that programs write at length may have so much.
    public static let maximumDescriptionLength = 8_192

    /// Longer texts that stand in for a description are cut. IPTC allows its caption 2,000 bytes.
    public static let maximumCommentLength = 4_096

    /// A longer title is cut.
    public static let maximumTitleLength = 1_024

    /// Of all keywords of a file; those that come later are left out.
    public static let maximumKeywordsLength = 8_192

    /// Number (4), kind (1), descriptors to read (1) and to write (1), length of the payload (2).
    public static let requestHeaderLength = 9

    /// Number (4), outcome (1), descriptors or reason (1), length of the payload (2).
    static let replyHeaderLength = 8

    /// Field (1), length of its value (2).
    static let fieldHeaderLength = 3

    /// No file has more facts: every field there is, with the longest value it may have.
    static let maximumFactsLength =
        FactField.allCases.reduce(0) { $0 + fieldHeaderLength + $1.lengths.upperBound }

    static let maximumLibraries = 16
}

enum MessageKind: UInt8 {
    case hello = 1
    case request = 2
    case reply = 3
}
