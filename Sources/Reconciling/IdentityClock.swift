import Files
import Glibc
import LibraryIndex
import PhotoModel
import Synchronization

/// The clock that identities are stamped with and age by. The machine's may be wrong, and set at any time, so no age is a
/// difference of what it said.
///
/// Two questions are asked of an age. *Is it a minute at most?* is answered by stamps, which run with the machine's uptime,
/// over restarts of the daemon too. Where it cannot be known how much time has passed, because the machine was
/// started anew or its clock was set, they leap by more than a minute: what was young may be so no longer. *Is it thirty
/// days at least?* is answered by how long the daemon has run, all its runs together: less than has passed, and never more.
package final class IdentityClock: Sendable {
    private let reckoning: Mutex<IdentityReckoning>
    private let machine: @Sendable () -> MachineTime

    package init(
        _ remembered: RememberedTime?,
        machine: @escaping @Sendable () -> MachineTime = MachineTime.now
    ) {
        self.machine = machine
        reckoning = Mutex(IdentityReckoning(remembered, machine()))
    }

    package func now() -> IdentityTime {
        // Read under the lock: of two threads the later one has the later time.
        reckoning.withLock { $0.read(machine()) }
    }

    /// Goes on behind a stamp that was given when nobody kept this clock.
    package func goOn(behind stamp: Int64) {
        reckoning.withLock { $0.goOn(behind: stamp, machine()) }
    }
}

extension IdentityTime {
    /// Nanoseconds since 1970 behind which the future of a date begins. A machine without a clock of its own starts in the
    /// past, until somebody sets it: what was dated before must not lie in the future then.
    package var present: Int64 { max(stamp, wall).multipliedSaturating(by: 1_000_000) }
}

/// What the machine's clocks say.
package struct MachineTime: Sendable {
    /// Milliseconds since 1970; somebody may set it.
    var wall: Int64
    /// Milliseconds since the machine was started, suspended or not.
    var uptime: Int64
    /// The same, but for when it was suspended.
    var running: Int64
    /// Which start of the machine it was; 0: nobody knows.
    var boot: Int64

    @Sendable static func now() -> MachineTime {
        MachineTime(
            wall: read(CLOCK_REALTIME),
            uptime: read(CLOCK_BOOTTIME),
            running: read(CLOCK_MONOTONIC),
            boot: currentBoot
        )
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec).multipliedSaturating(by: 1000).addingSaturating(
            Int64(time.tv_nsec / 1_000_000)
        )
    }

    /// Of the kernel's UUID the first 16 digits.
    private static let currentBoot: Int64 = {
        let text = try? OpenFile.content(of: FilePath("/proc/sys/kernel/random/boot_id"), limit: 64)
        let digits = (text ?? []).filter { $0 != UInt8(ascii: "-") }.prefix(16)
        return UInt64(String(decoding: digits, as: UTF8.self), radix: 16).map(Int64.init(bitPattern:)) ?? 0
    }()
}

/// What the machine's clocks mean for identities: pure.
struct IdentityReckoning: Sendable {
    /// Milliseconds by which two clocks may come apart without one of them having been set.
    static let tolerance: Int64 = 1000
    /// More than the longest time that anybody asks whether something is younger, in milliseconds.
    static let leap: Int64 = 61_000

    private var anchor: IdentityTime.Anchor
    private let livedBefore: Int64
    private let beganRunning: Int64

    init(_ remembered: RememberedTime?, _ machine: MachineTime) {
        livedBefore = remembered?.lived ?? 0
        beganRunning = machine.running
        guard let remembered else {
            anchor = Self.anchor(atLeast: machine.wall, machine)
            return
        }
        guard machine.boot != 0, remembered.anchor.boot == machine.boot,
            remembered.anchor.uptime <= machine.uptime
        else {
            anchor = Self.anchor(atLeast: remembered.reserved.addingSaturating(Self.leap), machine)
            return
        }
        anchor = remembered.anchor
    }

    mutating func read(_ machine: MachineTime) -> IdentityTime {
        let elapsed = max(0, machine.uptime - anchor.uptime)
        var stamp = anchor.stamp.addingSaturating(elapsed)
        if abs(machine.wall - anchor.wall - elapsed) > Self.tolerance {
            anchor = Self.anchor(atLeast: stamp.addingSaturating(Self.leap), machine)
            stamp = anchor.stamp
        }
        let lived = livedBefore.addingSaturating(max(0, machine.running - beganRunning) / 1000)
        return IdentityTime(stamp: stamp, wall: machine.wall, lived: lived, anchor: anchor)
    }

    mutating func goOn(behind stamp: Int64, _ machine: MachineTime) {
        let now = read(machine).stamp
        guard now <= stamp.addingSaturating(Self.leap) else { return }
        anchor = Self.anchor(atLeast: stamp.addingSaturating(Self.leap), machine)
    }

    /// Stamps are what people read as well, so they follow the machine's clock where that leads on.
    private static func anchor(atLeast stamp: Int64, _ machine: MachineTime) -> IdentityTime.Anchor {
        IdentityTime.Anchor(
            stamp: max(stamp, machine.wall),
            wall: machine.wall,
            uptime: machine.uptime,
            boot: machine.boot
        )
    }
}
