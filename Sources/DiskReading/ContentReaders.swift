import Descriptors
import Extraction
import LibraryIndex
import PhotoModel

/// Who reads what is in a file: workers for still images and sidecars, and for videos where those are installed.
package struct ContentReaders: Sendable {
    package let stills: ExtractionPool
    /// `nil`: videos are indexed by their names and times.
    package let videos: ExtractionPool?
    /// How many files may be on their way to them.
    package let descriptors: DescriptorLedger

    package init(stills: ExtractionPool, videos: ExtractionPool?, descriptors: DescriptorLedger) {
        self.stills = stills
        self.videos = videos
        self.descriptors = descriptors
    }

    /// The pool that reads a format; `nil` where nobody does.
    package func pool(for format: FileFormat) -> ExtractionPool? {
        switch format.kind {
        case .still, .raw: stills
        case .video: videos
        case .sidecar: format == .xmpSidecar ? stills : nil
        }
    }

    /// Notes what became of a file in an earlier run, by whichever worker.
    package func note(_ stamp: FileStamp, _ outcome: ExtractionOutcome) {
        stills.poison.note(stamp, outcome)
        videos?.poison.note(stamp, outcome)
    }

    /// Forgets files that harmed their readers and are gone, once there may be many: what the index does not have is read
    /// again when it is come to.
    package func forgetGone(_ index: LibraryIndex) throws(IndexError) {
        let long = [stills, videos].compactMap(\.self).filter(\.poison.isLong)
        guard !long.isEmpty else { return }
        var stamps: [FileStamp] = []
        try index.read { reader throws(IndexError) in
            try reader.unreadableStamps { stamp, _ in stamps.append(stamp) }
        }
        for pool in long { pool.poison.keep(stamps) }
    }

    package func shutdown() {
        stills.shutdown()
        videos?.shutdown()
    }
}
