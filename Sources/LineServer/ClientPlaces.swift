/// Who says how many clients there is room for: each takes a descriptor, and so does each file in which a reply waits.
/// Called on any thread.
public protocol ClientPlaces: AnyObject, Sendable {
    /// Whether there is room for another client; it is given back with `giveClient`.
    func takeClient() -> Bool
    /// The same for a file in which a reply waits.
    func takeForReply() -> Bool
    func giveClient()
    /// What a client is told for which there is no room.
    var refusalOfClients: String { get }
    /// No client could be taken on (an error number).
    func refusedToListener(_ code: Int32)
}
