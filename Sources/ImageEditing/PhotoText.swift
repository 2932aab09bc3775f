import SidecarText

/// Writes what is said of a photo into its EXIF, its XMP and, where it has such, its IPTC (Metadata Working Group, "Guidelines for
/// Handling Image Metadata" 2.0, §5): whoever reads one of them reads the same. Nothing else in the file is another byte.
///
/// The input is untrusted: whatever the bytes are, writing ends with an image or an error.
public enum PhotoText {
    /// The image with the wanted values.
    ///
    /// - Parameter digest: MD5.
    /// - Returns: `nil` where it says all that already.
    public static func edited(
        _ image: [UInt8],
        by values: SidecarValues,
        digest: ([UInt8]) -> [UInt8]
    ) throws(ImageEditingError) -> [UInt8]? {
        try check(values)
        if image.first == 0xFF { return try JPEGText.edited(image, by: values, digest: digest) }
        if image.first == 0x89 { return try PNGText.edited(image, by: values) }
        return try WebPText.edited(image, by: values)
    }

    /// What is to be added to a TIFF or a DNG for the wanted values.
    ///
    /// - Parameter digest: MD5.
    /// - Returns: `nil` where it says all that already.
    public static func edited(
        _ file: StoredFile,
        by values: SidecarValues,
        digest: ([UInt8]) -> [UInt8]
    ) throws(ImageEditingError) -> AddedMetadata? {
        try check(values)
        return try TIFFText.edited(file, by: values, digest: digest)
    }

    /// What XML cannot say, or is out of range, the other forms are not given either.
    private static func check(_ values: SidecarValues) throws(ImageEditingError) {
        guard (try? SidecarText.edited(nil, by: values)) != nil else { throw .unwritable }
    }

    /// A packet of XMP with the values; `nil` where it says them already. Where a photo was taken EXIF says.
    static func packet(
        _ old: ArraySlice<UInt8>?,
        by values: SidecarValues
    ) throws(ImageEditingError) -> [UInt8]? {
        var values = values
        if values.place != nil { values.place = .removed }
        let old = old.map { Array($0) }
        let new: [UInt8]
        do throws(SidecarTextError) { new = try SidecarText.edited(old, by: values) } catch {
            throw error == .tooLarge ? .noRoom : .unreadableMetadata
        }
        return new == old ?? [] ? nil : new
    }
}
