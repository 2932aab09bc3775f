import Batches
import Glibc
import TestSupport
import Testing

@Suite("The time on the wall")
struct WallTimeTests {
    @Test("is in the zone that the system has by now")
    func zone() async {
        await #expect(processExitsWith: .success) {
            for hours in [3, -5] {
                // East of UTC is behind a minus here.
                try SystemFailure.check(setenv("TZ", "<trial>\(-hours)", 1), "setenv")
                #expect(WallTime.now().offsetMinutes == hours * 60)
            }
        }
    }
}
