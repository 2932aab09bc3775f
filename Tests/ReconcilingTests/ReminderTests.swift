import Testing
import Threads

@Suite("A reminder", .timeLimit(.minutes(1)))
struct ReminderTests {
    @Test("that is asked for again is not put off")
    func again() {
        let reminder = Reminder(named: "reminder")
        let said = Monitor<String?>(nil)
        reminder.call(after: .milliseconds(200)) { said.update { $0 = "first" } }
        reminder.call(after: .seconds(3600)) { said.update { $0 = "last" } }
        #expect(said.wait { $0 } == "first")
        reminder.stop()
    }

    @Test("that is asked for again comes earlier where that is wanted")
    func earlier() {
        let reminder = Reminder(named: "reminder")
        let said = Monitor<String?>(nil)
        reminder.call(after: .seconds(3600)) { said.update { $0 = "first" } }
        reminder.call(after: .zero) { said.update { $0 = "last" } }
        #expect(said.wait { $0 } == "last")
        reminder.stop()
    }
}
