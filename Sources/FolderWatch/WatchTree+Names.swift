/// The hash table of (parent, name): chains through `nextInBucket`.
extension WatchTree {
    private func bucket(_ parent: Int32, _ name: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(parent)
        hasher.combine(bytes: name)
        return hasher.finalize() & (buckets.count - 1)
    }

    private func bucket(of place: Int32) -> Int {
        nodes[Int(place)].name.withUnsafeBytes { bucket(nodes[Int(place)].parent, $0) }
    }

    func find(_ parent: Int32, _ name: UnsafeRawBufferPointer) -> Int32? {
        var next = buckets[bucket(parent, name)]
        while next != Self.none {
            if nodes[Int(next)].parent == parent, nodes[Int(next)].name.elementsEqual(name) { return next }
            next = nodes[Int(next)].nextInBucket
        }
        return nil
    }

    mutating func hash(_ place: Int32) {
        let bucket = bucket(of: place)
        nodes[Int(place)].nextInBucket = buckets[bucket]
        buckets[bucket] = place
    }

    mutating func unhash(_ place: Int32) {
        let bucket = bucket(of: place)
        let after = nodes[Int(place)].nextInBucket
        var link = buckets[bucket]
        if link == place {
            buckets[bucket] = after
        } else {
            while link != Self.none, nodes[Int(link)].nextInBucket != place {
                link = nodes[Int(link)].nextInBucket
            }
            if link != Self.none { nodes[Int(link)].nextInBucket = after }
        }
        nodes[Int(place)].nextInBucket = Self.none
    }

    mutating func growBuckets() {
        buckets = [Int32](repeating: Self.none, count: buckets.count * 2)
        for place in nodes.indices where nodes[place].isLive && nodes[place].parent != Self.none {
            hash(Int32(place))
        }
    }
}
