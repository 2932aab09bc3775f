import CAVFormat
import VideoFiles

/// What the first packets of a video tell where the container's headers do not: the size of its pictures, and
/// when an AVCHD camera recorded them.
struct StreamStart {
    private(set) var pixelSize: (width: UInt32, height: UInt32)?
    private(set) var pack: ModifiedDVPack?

    init(_ container: borrowing Container) {
        guard container.kind.isWithoutHeaders, let video = container.videoStream else { return }
        // AVCHD is H.264 in a transport stream, and has its date in the pictures' stream and nowhere else.
        let mayHavePack =
            container.kind == .transportStream
            && video.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_H264
        let parser = PictureParser(video)
        var size: (width: UInt32, height: UInt32)?
        var found: ModifiedDVPack?
        container.firstPackets(of: video) { packet in
            if size == nil { size = parser?.size(after: packet) }
            if mayHavePack, found == nil {
                found = H264UserData.first(in: packet) { ModifiedDVPack(userData: $0) }
            }
            return size == nil || mayHavePack && found == nil
        }
        pixelSize = size
        pack = found
    }
}
