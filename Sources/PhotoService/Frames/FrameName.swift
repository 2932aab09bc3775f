import Importing
import PhotoModel

/// What a frame is called as a photo: as its video, and by where it is in it.
enum FrameName {
    /// `clip-0h00m12s520.jpg` of 12.52 seconds: in the order of time, and no name of the video's own companions.
    ///
    /// - Parameter microseconds: from the video's beginning.
    static func of(_ video: FileName, at microseconds: Int64, isJPEG: Bool) -> FileName {
        let milliseconds = max(0, microseconds) / 1000
        let seconds = milliseconds / 1000
        let place =
            "-\(seconds / 3600)h\(digits(seconds / 60 % 60, 2))m\(digits(seconds % 60, 2))s\(digits(milliseconds % 1000, 3))"
        let ending = Array((place + (isJPEG ? ".jpg" : ".png")).utf8)
        var stem = video.extensionStart.map { video.bytes[..<($0 - 1)] } ?? video.bytes[...]
        let room = Importer.longestPhotoName - ending.count
        if stem.count > room {
            var end = stem.startIndex + room
            // Not in the middle of a character.
            while end > stem.startIndex + 1, stem[end] & 0xC0 == 0x80 { end -= 1 }
            stem = stem[..<end]
        }
        return FileName(Array(stem) + ending)
    }

    private static func digits(_ value: Int64, _ count: Int) -> String {
        let text = "\(value)"
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
