import Glibc
import PhotoModel
import TestSupport

/// A picture of four colours, one a quarter, by which it is seen how it was turned: red, green above; blue, white below.
struct QuarteredPicture {
    enum Colour: String, Equatable {
        case red, green, blue, white, other

        init(_ channels: [Int]) {
            switch channels.prefix(3).map({ $0 > 200 ? 2 : $0 < 55 ? 0 : 1 }) {
            case [2, 0, 0]: self = .red
            case [0, 2, 0]: self = .green
            case [0, 0, 2]: self = .blue
            case [2, 2, 2]: self = .white
            default: self = .other
            }
        }
    }

    let width: Int
    let height: Int

    /// As a PNG whose pixels are not compressed.
    var png: [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width {
                switch (x < width / 2, y < height / 2) {
                case (true, true): rows += [255, 0, 0]
                case (false, true): rows += [0, 255, 0]
                case (true, false): rows += [0, 0, 255]
                case (false, false): rows += [255, 255, 255]
                }
            }
        }
        var stream: [UInt8] = [0x78, 0x01]
        var rest = rows[...]
        while !rest.isEmpty {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            stream += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
            stream += block
        }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in rows {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        stream += Self.bytes(high << 16 | low)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + Self.chunk("IHDR", Self.bytes(UInt32(width)) + Self.bytes(UInt32(height)) + [8, 2, 0, 0, 0])
            + Self.chunk("IDAT", stream) + Self.chunk("IEND", [])
    }

    /// A PNG that says it has so many pixels, all of them in a few bytes that do not even begin to hold them.
    static func bomb(edge: UInt32) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", bytes(edge) + bytes(edge) + [8, 2, 0, 0, 0])
            + chunk("IDAT", [0x78, 0x01, 1, 0, 0, 0xFF, 0xFF, 0, 0, 0, 1]) + chunk("IEND", [])
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) }
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return bytes(UInt32(data.count)) + content + bytes(PNGChecksum.of(content))
    }

    /// A JPEG with an orientation right behind its first marker.
    static func turned(_ jpeg: [UInt8], orientation: UInt8) -> [UInt8] {
        let exif: [UInt8] =
            Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation]
            + [0, 0, 0, 0, 0, 0]
        let length = exif.count + 2
        return Array(jpeg.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + exif
            + jpeg.dropFirst(2)
    }
}

/// libvips's own program: it makes files of other formats, and reads thumbnails independently of photod.
struct Vips {
    static let isThere = Programs.system("vips") != nil

    let folder: FilePath

    /// Returns what it prints, or `nil` where it fails.
    @discardableResult
    func run(_ arguments: [String]) throws -> String? {
        guard let program = Programs.system("vips") else { return nil }
        let output = folder + "vips-output"
        let process = try ChildProcess(
            program,
            arguments,
            environment: ["PATH=/usr/bin:/bin", "HOME=\(folder.display)"],
            output: output,
            log: folder + "vips-errors"
        )
        guard try process.wait() == .exited(0) else { return nil }
        return String(decoding: try Disk.read(output), as: UTF8.self)
    }

    /// Writes a picture in the format that a name stands for.
    func write(_ picture: QuarteredPicture, to path: FilePath, options: String = "") throws -> Bool {
        let source = folder + "vips-source.png"
        try Disk.write(picture.png, to: source)
        return try run(["copy", source.display, path.display + options]) != nil
    }

    /// The colour at a place, in tenths of width and height.
    func colour(_ path: FilePath, _ size: (Int64, Int64), _ x: Int64, _ y: Int64) throws
        -> QuarteredPicture.Colour
    {
        let place = ["\(size.0 * x / 10)", "\(size.1 * y / 10)"]
        let text = try run(["getpoint", path.display] + place) ?? ""
        return QuarteredPicture.Colour(text.split(separator: " ").compactMap { Double($0).map { Int($0) } })
    }
}
