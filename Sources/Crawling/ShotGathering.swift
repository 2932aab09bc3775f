import Descriptors

/// What a look at a directory has found of its files and not said yet: in chunks, those that tell of something gone apart.
struct ShotGathering {
    let findings: CrawlerFindings
    let visit: Visit
    private var chunk = FindingChunk()
    private var lateChunk = FindingChunk()

    init(for visit: Visit, _ findings: CrawlerFindings) {
        self.visit = visit
        self.findings = findings
    }

    /// Adds a stem, and waits for as long as none of its files can be opened. What was gathered before is said first, so
    /// that workers get on with it and give its descriptors back.
    ///
    /// - Returns: `false` where the daemon stops before that.
    mutating func add(isLate: Bool, _ stem: (inout FindingChunk) throws(OpeningDelay) -> Void) -> Bool {
        while true {
            do throws(OpeningDelay) {
                if isLate { try stem(&lateChunk) } else { try stem(&chunk) }
                if chunk.isFull { sayChunk() }
                if lateChunk.isFull { sayLateChunk() }
                return true
            } catch {
                say()
                guard findings.wait(for: error) else { return false }
            }
        }
    }

    mutating func say() {
        sayChunk()
        sayLateChunk()
    }

    private mutating func sayChunk() {
        findings.say(chunk, of: visit)
        chunk = FindingChunk()
    }

    private mutating func sayLateChunk() {
        findings.say(lateChunk, of: visit, isLate: true)
        lateChunk = FindingChunk()
    }
}
