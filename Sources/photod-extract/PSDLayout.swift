/// The head of a Photoshop document, PSD or PSB (Adobe Photoshop File Formats Specification): its size, and its image
/// resources.
struct PSDLayout {
    let size: (width: UInt32, height: UInt32)
    /// Blocks for `PhotoshopResources`; empty where the file ends before them.
    let resources: UnsafeRawBufferPointer

    private static let headerLength = 26

    /// `nil` for what does not begin like one.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let file = BigEndianBytes(bytes)
        guard file.has("8BPS", at: 0), let height = file.number(at: 14, length: 4),
            let width = file.number(at: 18, length: 4)
        else { return nil }
        size = (UInt32(clamping: width), UInt32(clamping: height))
        // A table of colours comes first; what goes on beyond the end is taken as far as it goes.
        let colours = file.number(at: Self.headerLength, length: 4) ?? 0
        let start = Self.headerLength + 4 + colours
        let length = file.number(at: start, length: 4) ?? 0
        let rest = max(0, file.count - start - 4)
        resources =
            file.part(at: start + 4, length: min(length, rest))?.bytes
            ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }
}
