import CAVFormat
import Glibc

/// Names and texts that a container carries, as libavformat's dictionary. Valid while its container is open.
public struct MetadataTags {
    private let dictionary: OpaquePointer?

    /// - Parameter dictionary: libavformat's, or `nil`: no tags.
    public init(_ dictionary: OpaquePointer?) {
        self.dictionary = dictionary
    }

    /// The text of the first of these names that has any. Case does not count: Matroska shouts.
    ///
    /// Bytes: containers without a character set pass on what the camera wrote.
    public func text(_ names: String...) -> [UInt8]? {
        texts(names).first
    }

    /// The texts of all of these names that have any, in this order.
    public func texts(_ names: [String]) -> [[UInt8]] {
        names.compactMap { name in
            guard let entry = av_dict_get(dictionary, name, nil, 0), let value = entry.pointee.value else {
                return nil
            }
            let bytes = Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
            return bytes.allSatisfy { $0 <= UInt8(ascii: " ") } ? nil : bytes
        }
    }
}
