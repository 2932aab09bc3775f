import Files
import GalleryAddress
import Glibc
import PhotoClient
import PhotoModel

/// What a gallery keeps in its state folder. Everything in it is the user's alone.
struct StateFiles: Sendable {
    enum Failure: Error, CustomStringConvertible {
        case exposed(FilePath)
        case damaged(FilePath)

        var description: String {
            switch self {
            case .exposed(let path):
                "others may read \(path.display), and could open the gallery: remove it, and another is made"
            case .damaged(let path): "\(path.display) holds no token: remove it, and another is made"
            }
        }
    }

    /// How long a ticket is good for, in nanoseconds: until a browser has started.
    private static let ticketLife: Int64 = 60_000_000_000
    /// By so many nanoseconds the clock of a server that holds the home folder may be ahead.
    private static let serverLead: Int64 = 10_000_000_000
    /// How long a frame is left alone that may be on its way, in nanoseconds: no request takes an hour.
    private static let frameLife: Int64 = 3600 * 1_000_000_000

    let place: GalleryFolder
    let lock: StateLock
    private let folder: Folder

    /// Makes the folder where it is missing, and takes its lock until this process ends.
    ///
    /// - Parameter mayWait: whether another gallery may have that: this one answers beside it.
    /// - Throws: `CallFailure`, or `GalleryLock.Failure` where another gallery has it.
    init(_ place: GalleryFolder, mayWait: Bool = false) throws {
        self.place = place
        folder = try Folder(makingAll: place.path, mode: 0o700)
        lock = try StateLock(place.lock, mayWait: mayWait)
        // Until this one listens, nobody is to believe what one before it has said.
        tellNothing()
    }

    // MARK: - Who is let in

    /// The token, made where there is none yet, by who has the lock.
    func token() throws -> AccessToken {
        guard let text = try text(of: place.token.lastName) else {
            if let predecessor = lock.predecessor { throw predecessor }
            let token = AccessToken.random()
            try folder.replace(place.token.lastName, by: Array((token.text + "\n").utf8))
            return token
        }
        guard let token = AccessToken(text) else { throw Failure.damaged(place.token) }
        return token
    }

    /// Whether a text is a ticket that lies here, which is taken away with that. Those that are older than a minute are none,
    /// and are taken away as well.
    func takeTicket(_ candidate: String) -> Bool {
        var isTaken = false
        for name in (try? folder.names()) ?? [] where GalleryFolder.isTicket(name) {
            guard let found = try? folder.status(of: name) else { continue }
            guard (-Self.serverLead...Self.ticketLife).contains(Self.age(of: found)) else {
                _ = folder.remove(name)
                continue
            }
            // Of two who ask at once one removes it.
            guard let text = try? text(of: name), AccessToken(text)?.matches(candidate) ?? false,
                folder.remove(name) == 0
            else { continue }
            isTaken = true
        }
        return isTaken
    }

    /// For how long it was not written to, in nanoseconds.
    private static func age(of status: FileStatus) -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - status.modificationTime
    }

    // MARK: - Where it listens

    /// - Parameter daemon: the sockets at which it looks for the daemon.
    func tell(_ address: GalleryAddress, daemon: [SocketPath]) throws {
        try folder.replace(place.daemon.lastName, by: daemon.flatMap { $0.bytes + [0] })
        try folder.replace(place.address.lastName, by: Array("\(address)\n".utf8))
    }

    func tellNothing() {
        if lock.isHeld { _ = folder.remove(place.address.lastName) }
    }

    // MARK: - Folders of its own

    func folder(at path: FilePath) throws -> Folder { try Folder(making: path, mode: 0o700) }

    /// Removes frames that were fetched by nobody: who asked for them had gone when the daemon wrote them, or the gallery was killed.
    func discardOldFrames() {
        guard let frames = try? Folder(place.frames), let names = try? frames.names() else { return }
        for name in names {
            guard let status = try? frames.status(of: name), Self.age(of: status) > Self.frameLife else {
                continue
            }
            _ = frames.remove(name)
        }
    }

    // MARK: - Small files

    /// `nil` where there is none.
    private func text(of name: FileName) throws -> String? {
        guard let status = try folder.status(of: name) else { return nil }
        guard status.mode & 0o077 == 0 else { throw Failure.exposed(folder.file(name)) }
        let bytes = try folder.open(name).read(limit: 256)
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
