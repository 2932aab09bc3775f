import CaptureRules
import PhotoModel

/// What a companion is called beside the photo of the library that it belongs to, which may have another name than where
/// the companion comes from.
enum JoinedName {
    /// `IMG_1.dng` joining `IMG_1-2.jpg` is `IMG_1-2.dng`; `IMG_1.jpg.xmp`, which names the photo, is
    /// `IMG_1-2.jpg.xmp`, also where that is spelled `.JPG` there.
    static func of(_ companion: FileName, joining photo: FileName) -> FileName {
        let stem = Companions.stem(of: companion)
        let named = FileName(Array(companion.bytes.dropLast(companion.bytes.count - lastDot(of: companion))))
        let rest: ArraySlice<UInt8>
        let start: ArraySlice<UInt8>
        if named.bytes.count > stem.count, named.format?.kind == photo.format?.kind {
            (start, rest) = (photo.bytes[...], companion.bytes[named.bytes.count...])
        } else {
            (start, rest) = (Companions.stem(of: photo), companion.bytes[stem.count...])
        }
        return FileName(Array(start) + rest)
    }

    private static func lastDot(of name: FileName) -> Int {
        name.extensionStart.map { $0 - 1 } ?? name.bytes.count
    }
}
