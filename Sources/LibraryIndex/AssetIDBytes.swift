import CSQLite
import PhotoModel

/// An id as the index stores it: sixteen bytes, big-endian, so that the order of blobs is the order of ids.
struct AssetIDBytes {
    let storage: (UInt64, UInt64)

    init(_ id: AssetID) {
        storage = (id.high.bigEndian, id.low.bigEndian)
    }
}

extension AssetID {
    /// Reads the stored form; `nil` unless it is sixteen bytes.
    init?(stored bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }
}

extension Fingerprint {
    init?(stored bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }
}

extension Statement {
    func bind(_ id: AssetID, at index: Int32) {
        withUnsafeBytes(of: AssetIDBytes(id).storage) { bind($0, at: index) }
    }

    func bind(_ fingerprint: Fingerprint?, at index: Int32) {
        guard let fingerprint else {
            bind(nil as Int64?, at: index)
            return
        }
        withUnsafeBytes(of: (fingerprint.high.bigEndian, fingerprint.low.bigEndian)) { bind($0, at: index) }
    }

    /// The column as an id. The schema lets only sixteen bytes in, so anything else is a damaged index.
    func assetID(_ column: Int32) throws(IndexError) -> AssetID {
        guard let id = AssetID(stored: bytes(column)) else {
            throw .sqlite(code: SQLITE_CORRUPT, message: "an id is not sixteen bytes", doing: "reading an id")
        }
        return id
    }
}
