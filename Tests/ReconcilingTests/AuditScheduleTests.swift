import PhotodConfiguration
import Testing

@testable import Auditing

@Suite("When an audit is due")
struct AuditScheduleTests {
    private let week: Int64 = 7 * 86_400
    private let now: Int64 = 1_700_000_000

    @Test("a week after the last one ended, or after the first sweep")
    func weekly() {
        #expect(AuditSchedule.delay(.weekly, finished: now - 86_400, position: 0, now: now) == week - 86_400)
        #expect(AuditSchedule.delay(.weekly, finished: nil, position: 0, now: now) == week)
    }

    @Test("ten minutes after a start where it is overdue or was interrupted")
    func overdue() {
        #expect(AuditSchedule.delay(.weekly, finished: now - 9 * week, position: 0, now: now) == 600)
        #expect(AuditSchedule.delay(.monthly, finished: now - 10, position: 17, now: now) == 600)
    }

    @Test("no later than a period from now after the clock was set back")
    func clockSetBack() {
        #expect(AuditSchedule.delay(.daily, finished: now + 400 * 86_400, position: 0, now: now) == 86_400)
    }

    @Test("counted from the later of what is known of the last one, of what does not lie in the future")
    func lastEnd() {
        for (finished, awaited, last) in [
            (nil, nil, nil), (nil, now - 5, now - 5), (now - 3, now - 5, now - 3),
            (now + week, now - 5, now - 5),
            (now + week, now + week, nil), (now + week, nil, nil), (now, nil, now),
        ] as [(Int64?, Int64?, Int64?)] {
            #expect(AuditSchedule.lastEnd(finished: finished, awaited: awaited, now: now) == last)
        }
    }

    @Test(
        "now, or in a period, whatever a damaged index says of the last",
        arguments: [Int64.min, .min + 1, -1, 0, .max]
    )
    func damaged(_ number: Int64) throws {
        for period in [AuditPeriod.daily, .weekly, .monthly] {
            let delay = AuditSchedule.delay(period, finished: number, position: 0, now: now)
            #expect(try (600...30 * 86_400).contains(#require(delay)))
            #expect(AuditSchedule.delay(period, finished: nil, position: number, now: now) != nil)
        }
    }

    @Test("never where it is not wanted, interrupted or not")
    func never() {
        #expect(AuditSchedule.delay(.never, finished: nil, position: 5, now: now) == nil)
    }
}
