/// How many bytes two contents have in common at their beginning and at their end.
package struct SharedEnds: Hashable, Sendable {
    package let prefix: Int
    /// Of the bytes that the prefix leaves: none counts twice.
    package let suffix: Int

    package init(prefix: Int, suffix: Int) {
        self.prefix = prefix
        self.suffix = suffix
    }

    package init(of one: [UInt8], and other: [UInt8]) {
        let shorter = min(one.count, other.count)
        (prefix, suffix) = one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                var prefix = 0
                while prefix < shorter, one[prefix] == other[prefix] { prefix += 1 }
                var suffix = 0
                while suffix < shorter - prefix,
                    one[one.count - 1 - suffix] == other[other.count - 1 - suffix]
                {
                    suffix += 1
                }
                return (prefix, suffix)
            }
        }
    }

    /// What of a content lies between them; `nil` where it is shorter than they are.
    package func middle(of content: [UInt8]) -> ArraySlice<UInt8>? {
        guard fits(content) else { return nil }
        return content[prefix..<(content.count - suffix)]
    }

    /// Another middle between the ends of a content; `nil` where it is shorter than they are.
    package func content(_ middle: [UInt8], between content: [UInt8]) -> [UInt8]? {
        guard fits(content) else { return nil }
        return content[..<prefix] + middle + content[(content.count - suffix)...]
    }

    private func fits(_ content: [UInt8]) -> Bool {
        prefix >= 0 && suffix >= 0 && prefix <= content.count && suffix <= content.count - prefix
    }
}
