/// What `subscribe` can send.
public enum SubscriptionTopic: String, Sendable, CaseIterable {
    case months
    case groups
    case photos
    case status
    /// What `photos` tells of videos: for those who want nothing else.
    case videos

    /// What is sent to who names none: nothing is told twice.
    public static let usual: [SubscriptionTopic] = [.months, .groups, .photos, .status]
}
