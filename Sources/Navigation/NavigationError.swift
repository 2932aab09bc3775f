import LineProtocol

/// Why a command, a layout or a gesture is refused, and of which node.
public struct NavigationError: Error, Hashable, Sendable {
    /// The names are part of the contract and never change.
    public enum Reason: String, CaseIterable, Sendable {
        /// A member is missing, of the wrong kind, or none that there is.
        case malformed
        case unknownCommand = "unknown-command"
        case badID = "bad-id"
        case duplicateID = "duplicate-id"
        case unknownType = "unknown-type"
        /// A node of this type cannot lie where it does.
        case misplaced
        case noChildren = "no-children"
        /// More children than such a node has, or others.
        case wrongChildren = "wrong-children"
        case unknownComponent = "unknown-component"
        case badProperty = "bad-property"
        case unknownOption = "unknown-option"
        case badOption = "bad-option"
        case tooManyNodes = "too-many-nodes"
        case tooDeep = "too-deep"
        case dataTooLarge = "data-too-large"
        case noSuch = "no-such"
        case noStack = "no-stack"
        case nothingToPop = "nothing-to-pop"
        case notModal = "not-modal"
        case notOverlay = "not-overlay"
        /// So many commands are waiting that no further one may.
        case busy
    }

    public let reason: Reason
    /// The id of the node that it is about, or its place in the layout (`root.children[1]`) where it has none.
    public let node: String?
    /// The member, option or property.
    public let key: String?
    /// For people: what is expected.
    public let detail: String

    package init(_ reason: Reason, node: String? = nil, key: String? = nil, _ detail: String = "") {
        self.reason = reason
        self.node = node
        self.key = key
        self.detail = detail
    }

    /// The code of an `ACK`.
    public var replyCode: ReplyCode {
        switch reason {
        case .unknownCommand: .unknownCommand
        case .noSuch, .noStack, .notModal, .notOverlay, .nothingToPop: .noSuch
        case .tooManyNodes, .tooDeep, .dataTooLarge: .tooLarge
        case .busy: .busy
        case .malformed, .badID, .duplicateID, .unknownType, .misplaced, .noChildren, .wrongChildren,
            .unknownComponent, .badProperty, .unknownOption, .badOption:
            .argument
        }
    }
}

extension NavigationError: CustomStringConvertible {
    /// `bad-option: photo1: topBar.height: number 0…1000 is expected`.
    public var description: String {
        let parts = [
            reason.rawValue, node.map(ProtocolError.excerpt), key.map(ProtocolError.excerpt), detail,
        ]
        return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
