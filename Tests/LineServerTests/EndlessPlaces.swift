@testable import LineServer

/// Room for as many clients as want to come.
final class EndlessPlaces: ClientPlaces {
    func takeClient() -> Bool { true }
    func takeForReply() -> Bool { true }
    func giveClient() {}
    var refusalOfClients: String { "" }
    func refusedToListener(_ code: Int32) {}
}
