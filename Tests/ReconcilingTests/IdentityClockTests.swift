import LibraryIndex
import PhotoModel
import Testing

@testable import Reconciling

@Suite("The clock that identities are stamped with")
struct IdentityClockTests {
    private static let day: Int64 = 86_400_000
    /// In November 2026.
    private static let noon: Int64 = 1_795_000_000_000

    private func machine(
        _ wall: Int64,
        up uptime: Int64,
        running: Int64? = nil,
        boot: Int64 = 1
    ) -> MachineTime {
        MachineTime(wall: Self.noon + wall, uptime: uptime, running: running ?? uptime, boot: boot)
    }

    /// What an index remembers of a moment.
    private func remembered(_ time: IdentityTime) -> RememberedTime {
        RememberedTime(reserved: time.stamp + 60_000, lived: time.lived, anchor: time.anchor)
    }

    @Test("runs with the machine's as long as nobody sets that")
    func even() {
        var clock = IdentityReckoning(nil, machine(0, up: 5000))
        for passed in [0, 1, 59_999, 40 * Self.day] {
            // By less than a second two clocks may always differ.
            for drift in [Int64(-900), 0, 900] {
                let time = clock.read(machine(passed + drift, up: 5000 + passed))
                #expect(time.stamp == Self.noon + passed)
                #expect(time.lived == passed / 1000)
            }
        }
    }

    @Test(
        "goes on where the machine's is set, and what was young is so no longer",
        arguments: [-40 * day, -2000, 2000, 40 * day]
    )
    func set(by step: Int64) {
        var clock = IdentityReckoning(nil, machine(0, up: 5000))
        let before = clock.read(machine(1000, up: 6000))
        let after = clock.read(machine(2000 + step, up: 7000))
        #expect(after.stamp >= before.stamp + 61_000)
        #expect(after.stamp >= after.wall)
        #expect(!after.isWithinMinute(of: before.stamp))
        // And runs evenly from there.
        let later = clock.read(machine(32_000 + step, up: 37_000))
        #expect(later.stamp == after.stamp + 30_000)
        #expect(later.isWithinMinute(of: after.stamp))
        #expect(later.lived == 32)
    }

    @Test("goes on over a restart of the daemon by as much as has passed")
    func restart() {
        var first = IdentityReckoning(nil, machine(0, up: 5000))
        let before = first.read(machine(1000, up: 6000))
        var second = IdentityReckoning(remembered(before), machine(31_000, up: 36_000))
        let after = second.read(machine(31_000, up: 36_000))
        #expect(after.stamp == before.stamp + 30_000)
        #expect(after.isWithinMinute(of: before.stamp))
        // Nobody saw these thirty seconds pass.
        #expect(after.lived == before.lived)
    }

    @Test(
        "goes on after a start of the machine, by nobody knows how much",
        arguments: [-40 * day, 0, 40 * day]
    )
    func boot(step: Int64) {
        var first = IdentityReckoning(nil, machine(0, up: 5000))
        let before = first.read(machine(1000, up: 6000))
        for number in [Int64(2), 0] {
            let reading = machine(2000 + step, up: 9000, boot: number)
            var second = IdentityReckoning(remembered(before), reading)
            let after = second.read(reading)
            #expect(after.stamp > before.stamp + 120_000)
            #expect(!after.isWithinMinute(of: before.stamp))
            #expect(after.lived == before.lived)
        }
        // What says that it is the same start of the machine, and that less time has passed since, is wrong.
        let reading = machine(step, up: 3000)
        var strange = IdentityReckoning(remembered(before), reading)
        #expect(!strange.read(reading).isWithinMinute(of: before.stamp))
    }

    @Test(
        "says what the future is of where a machine starts in the past as before, and follows one that is set ahead",
        arguments: [-40 * day, 0, 40 * day]
    )
    func present(step: Int64) {
        var first = IdentityReckoning(nil, machine(0, up: 5000))
        let before = first.read(machine(1000, up: 6000))
        let reading = machine(2000 + step, up: 9000, boot: 2)
        var second = IdentityReckoning(remembered(before), reading)
        let present = second.read(reading).present
        #expect(present >= before.present && present >= (Self.noon + step) * 1_000_000)
        // Nor is it before the machine's clock by what the two may differ.
        let drifted = second.read(machine(12_900 + step, up: 19_000, boot: 2))
        #expect(drifted.present >= drifted.wall * 1_000_000)
    }

    @Test("lives only while the machine is awake")
    func suspended() {
        var clock = IdentityReckoning(nil, machine(0, up: 5000))
        let time = clock.read(machine(Self.day, up: 5000 + Self.day, running: 6000))
        #expect(time.stamp == Self.noon + Self.day)
        #expect(time.lived == 1)
    }

    @Test("goes on behind stamps that were given when nobody kept it")
    func withoutMemory() {
        for ahead in [-40 * Self.day, -10, 0, 40 * Self.day] {
            var clock = IdentityReckoning(nil, machine(0, up: 5000))
            let stamp = Self.noon + ahead
            clock.goOn(behind: stamp, machine(0, up: 5000))
            let time = clock.read(machine(0, up: 5000))
            #expect(time.stamp >= Self.noon && time.stamp >= stamp + 61_000)
            #expect(!time.isWithinMinute(of: stamp))
        }
    }

    @Test("nothing is young that is stamped with what is still to come, or with any number")
    func strangeStamps() {
        var clock = IdentityReckoning(nil, machine(0, up: 5000))
        let time = clock.read(machine(0, up: 5000))
        for stamp in [time.stamp + 1, .max, .min, 0, time.stamp - 60_001] {
            #expect(!time.isWithinMinute(of: stamp))
        }
        #expect(time.isWithinMinute(of: time.stamp - 60_000))
    }
}
