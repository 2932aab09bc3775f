/// The screens of a slideshow: which are open, and what has become of it there.
struct SlideScreens {
    private enum State {
        case closed
        /// The screen has just been opened, or begun anew.
        case fresh
        case showing
        /// The screen has not done yet what it was told. More would only queue up there.
        case late
        /// Somebody has the screen show something else. It is left alone, also when it is opened again.
        case taken
    }

    /// `nil`: all that are open.
    private let only: String?
    /// Of all that were ever open.
    private var states: [String: State] = [:]

    init(only: String?) {
        self.only = only
    }

    mutating func opened(_ screen: String) {
        guard only == nil || screen == only, states[screen] != .taken else { return }
        states[screen] = .fresh
    }

    mutating func closed(_ screen: String) {
        if states[screen] != .taken { set(.closed, screen) }
    }

    /// A screen has carried out a command, whosever it is.
    mutating func completed(_ screen: String) {
        if states[screen] == .late { states[screen] = .showing }
    }

    /// What became of what a screen was told.
    mutating func showed(_ screen: String) { set(.showing, screen) }
    mutating func wasLate(_ screen: String) { set(.late, screen) }

    /// Somebody has the screen show something else. `false` where that is known, or where it has begun anew meanwhile.
    mutating func wasTaken(_ screen: String) -> Bool {
        guard states[screen] == .showing || states[screen] == .late else { return false }
        states[screen] = .taken
        return true
    }

    private mutating func set(_ state: State, _ screen: String) {
        // What is closed meanwhile is closed.
        if let known = states[screen], known != .closed { states[screen] = state }
    }

    /// Screens that a slide goes to; `isFresh` where the slideshow begins there.
    var due: [(screen: String, isFresh: Bool)] {
        states.filter { $0.value == .fresh || $0.value == .showing }
            .map { ($0.key, $0.value == .fresh) }
            .sorted { $0.screen < $1.screen }
    }

    /// Screens where the slideshow begins.
    var fresh: [String] { due.filter(\.isFresh).map(\.screen) }

    /// Whether each that is open shows the slideshow, so that all can be told at once.
    var areInStep: Bool { states.values.allSatisfy { $0 == .showing || $0 == .closed } && !areAllGone }

    /// Whether there is none to show something on.
    var areAllGone: Bool { states.values.allSatisfy { $0 == .taken || $0 == .closed } }

    /// Whether all that there were show something else by now.
    var areAllTaken: Bool { !states.isEmpty && states.values.allSatisfy { $0 == .taken } }
}
