/// What `subscribe` can send.
public enum SubscriptionTopic: String, Sendable, CaseIterable {
    case months
    case groups
    case photos
    case status
}
