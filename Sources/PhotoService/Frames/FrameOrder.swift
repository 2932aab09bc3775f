import Extraction
import ExtractionWire
import LineProtocol
import PhotoModel

/// What `frame` was asked for.
struct FrameOrder: Sendable {
    enum Delivery: Sendable {
        case base64
        /// Files are made; a number stands in the name for `%d`.
        case path(FilePath, isReplacing: Bool)
        /// Photos are made, beside the video.
        case library
    }

    /// How the video was named.
    let word: String
    let places: [FrameWish.Place]
    /// Microseconds from each frame to the next one, from the one place on; `nil`: only the places.
    let step: Int64?
    /// How far from its place a frame may be that is taken where the one itself cannot be decoded. Microseconds.
    let tolerance: Int64
    let width: UInt16
    let height: UInt16
    let format: FrameWish.Format
    let quality: UInt8
    /// Milliseconds for each frame.
    let patience: UInt32
    let delivery: Delivery

    private static let placeLimit = 1000
    private static let longestTime: Int64 = 86_400 * 1000
    private static let shortestStep: Int64 = 1000

    init(_ arguments: Arguments) throws(ProtocolError) {
        let request = arguments.request
        word = request.positionals.first ?? ""
        try Self.checkLocal(word, arguments)
        places = try Self.places(arguments)
        step = try Self.step(arguments)
        if step != nil, places.count != 1 || Self.isShare(places[0]) {
            throw arguments.failure("every= begins at one time in seconds: write at=0, or leave every= out")
        }
        tolerance = try Self.tolerance(arguments)
        width = UInt16(try arguments.integer("max-width", in: 1...Int(UInt16.max)) ?? Int(UInt16.max))
        height = UInt16(try arguments.integer("max-height", in: 1...Int(UInt16.max)) ?? Int(UInt16.max))
        quality = UInt8(try arguments.integer("quality", in: 1...100) ?? 92)
        format = try Self.format(arguments)
        patience = try Self.patience(arguments)
        delivery = try Self.delivery(arguments, isOne: step == nil && places.count == 1)
    }

    private static func isShare(_ place: FrameWish.Place) -> Bool {
        if case .share = place { true } else { false }
    }

    /// - Throws: where a word names a video that is elsewhere.
    static func checkLocal(_ word: String, _ arguments: Arguments) throws(ProtocolError) {
        guard isRemote(word) else { return }
        throw ProtocolError(
            code: .unsupported,
            command: arguments.request.command,
            message:
                "photod opens no remote videos: save \(ProtocolError.excerpt(word)) in a folder of the library first"
        )
    }

    private static func isRemote(_ word: String) -> Bool {
        guard let colon = word.firstRange(of: "://") else { return false }
        let scheme = word[..<colon.lowerBound]
        let isScheme = scheme.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return !scheme.isEmpty && isScheme && scheme != "file" && scheme != "ph"
    }

    private static func places(_ arguments: Arguments) throws(ProtocolError) -> [FrameWish.Place] {
        let text = arguments.request[option: "at"] ?? "0"
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        guard words.count <= placeLimit else {
            throw arguments.failure("at= holds \(placeLimit) times at most; ask for the others afterwards")
        }
        var places: [FrameWish.Place] = []
        for word in words {
            if word.last == "%", let share = millionths(word.dropLast()), share <= 100_000_000 {
                places.append(.share(UInt32(clamping: share / 100)))
            } else if let time = millionths(word), time <= longestTime * 1_000_000 {
                places.append(.time(time))
            } else {
                throw arguments.failure(
                    "at=\(ProtocolError.excerpt(String(word))) is no time; write seconds, such as 12.5, or a share of the duration, such as 50%"
                )
            }
        }
        return places
    }

    private static func step(_ arguments: Arguments) throws(ProtocolError) -> Int64? {
        guard let text = arguments.request[option: "every"] else { return nil }
        guard let step = millionths(text[...]), step >= shortestStep, step <= longestTime * 1_000_000 else {
            throw arguments.failure(
                "every=\(ProtocolError.excerpt(text)) is no time; write seconds, such as 10"
            )
        }
        return step
    }

    private static func tolerance(_ arguments: Arguments) throws(ProtocolError) -> Int64 {
        switch arguments.request[option: "tolerance"] {
        case nil, "exact": return 0
        case "any": return .max
        case .some(let text):
            guard let tolerance = millionths(text[...]), tolerance <= longestTime * 1_000_000 else {
                throw arguments.failure(
                    "tolerance=\(ProtocolError.excerpt(text)) is none; write exact, any, or seconds, such as 0.5"
                )
            }
            return tolerance
        }
    }

    private static func format(_ arguments: Arguments) throws(ProtocolError) -> FrameWish.Format {
        switch arguments.request[option: "format"] {
        case "png": return .png
        case "jpeg": return .jpeg
        // JPEG has room for what is known of a photo where every program looks.
        case nil where arguments.request[option: "as"] == "library": return .jpeg
        case nil:
            let path = (arguments.request[option: "path"] ?? "").lowercased()
            return path.hasSuffix(".jpg") || path.hasSuffix(".jpeg") ? .jpeg : .png
        case .some(let text):
            throw arguments.failure("format=\(ProtocolError.excerpt(text)) is none; write png or jpeg")
        }
    }

    private static func patience(_ arguments: Arguments) throws(ProtocolError) -> UInt32 {
        guard let time = try arguments.seconds("timeout") else { return 30_000 }
        guard time <= TakeFrame.longestPatience else {
            throw arguments.failure("timeout= is too long; write seconds up to 60")
        }
        return UInt32(clamping: Int64(time / .milliseconds(1)))
    }

    private static func delivery(_ arguments: Arguments, isOne: Bool) throws(ProtocolError) -> Delivery {
        let path = try arguments.path("path")
        let isReplacing = try arguments.flag("overwrite")
        switch (arguments.request[option: "as"], path) {
        case ("base64"?, nil), (nil, nil): return .base64
        case ("path"?, let path?), (nil, let path?):
            guard isOne || FrameFile.holdsNumber(path) else {
                throw arguments.failure(
                    "several frames need several names; write %d in the name, where the number goes"
                )
            }
            return .path(path, isReplacing: isReplacing)
        case ("library"?, nil):
            guard !isReplacing else {
                throw arguments.failure("as=library replaces nothing; leave overwrite= out")
            }
            return .library
        case ("library"?, _): throw arguments.failure("as=library names the photos itself; leave path= out")
        case ("path"?, nil): throw arguments.failure("as=path needs path=: where the frame is to be written")
        case ("base64"?, _): throw arguments.failure("as=base64 writes no file; leave path= out")
        case (let text?, _):
            throw arguments.failure(
                "as=\(ProtocolError.excerpt(text)) is none; write base64, path or library"
            )
        }
    }

    /// A decimal number's millionths, of up to nine digits and six behind the point; `nil` for what is none.
    private static func millionths(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            (1...9).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard areDigits, let whole = parts.first.flatMap({ Int64($0) }) else { return nil }
        let digits = parts.count == 2 ? (parts[1] + "00000").prefix(6) : "0"
        return whole * 1_000_000 + (Int64(digits) ?? 0)
    }

    /// The place of a frame, counted from 0; `nil`: there is none.
    func place(_ number: Int) -> FrameWish.Place? {
        guard let step else { return number < places.count ? places[number] : nil }
        guard case .time(let start)? = places.first else { return nil }
        let (distance, overflows) = step.multipliedReportingOverflow(by: Int64(number))
        return overflows ? nil : .time(start &+ distance)
    }

    /// Whether a frame is the last, as far as is known.
    func isLast(_ number: Int) -> Bool { step == nil && number + 1 >= places.count }

    func wish(_ number: Int, session: UInt64) -> FrameWish? {
        place(number).map { place in
            FrameWish(
                session: session,
                isLast: isLast(number),
                place: place,
                tolerance: tolerance,
                width: width,
                height: height,
                format: format,
                quality: quality,
                patience: patience
            )
        }
    }
}
