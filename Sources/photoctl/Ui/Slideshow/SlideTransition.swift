import ArgumentParser
import LineProtocol

/// How one slide takes the place of another.
enum SlideTransition: String, ExpressibleByArgument, CaseIterable {
    case fade
    case slide
    case none

    private static let milliseconds: JSONValue = 700

    /// The options `animations` of the stack that holds the slides.
    ///
    /// - Parameter width: of the screen, in CSS pixels.
    func animations(width: Int64) -> JSONValue {
        // What is behind a slide is not to be seen while it is loaded.
        switch self {
        case .none: ["setStackRoot": ["enabled": false, "waitForRender": true]]
        case .fade:
            [
                "setStackRoot": [
                    "waitForRender": true,
                    "enter": ["alpha": ["from": 0, "to": 1], "duration": Self.milliseconds],
                    "exit": ["alpha": ["from": 1, "to": 0], "duration": Self.milliseconds],
                ]
            ]
        case .slide:
            [
                "setStackRoot": [
                    "waitForRender": true,
                    "enter": Self.movement(from: width, to: 0),
                    "exit": Self.movement(from: 0, to: -width),
                ]
            ]
        }
    }

    private static func movement(from: Int64, to: Int64) -> JSONValue {
        [
            "translationX": ["from": .integer(from), "to": .integer(to)], "duration": milliseconds,
            "interpolation": "accelerateDecelerate",
        ]
    }
}
