import PhotoModel

/// What follows from what somebody says of a photo. The index knows neither zones nor what a description names.
public struct OverlayRules: Sendable {
    /// Milliseconds since 1970 of a date, in a folder with these options.
    let timestamp: @Sendable (CaptureDate, FolderRules) -> Int64?
    /// The group of a photo with this description, in a folder with these options.
    let group: @Sendable (String?, FolderRules) -> String?

    public init(
        timestamp: @escaping @Sendable (CaptureDate, FolderRules) -> Int64?,
        group: @escaping @Sendable (String?, FolderRules) -> String?
    ) {
        self.timestamp = timestamp
        self.group = group
    }

    /// Where nobody has said how: dates are taken for UTC, and groups are those of folders.
    static let plain = OverlayRules(
        timestamp: { date, _ in
            date.localTime.microseconds / 1000 - Int64(date.offsetMinutes ?? 0) * 60_000
        },
        group: { _, folder in folder.group }
    )
}
