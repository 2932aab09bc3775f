import LineProtocol

/// What a slideshow has on a screen: a stack without a bar, in which one slide takes the place of another.
struct SlideStage {
    /// Of the stack. Each slideshow has its own: one that another has taken a screen from notices it.
    let id: String
    let transition: SlideTransition

    init(transition: SlideTransition, using generator: inout some RandomNumberGenerator) {
        id = "slideshow-" + String(UInt64.random(in: 0...UInt64.max, using: &generator), radix: 36)
        self.transition = transition
    }

    /// Puts the stack on a screen, with its first slide.
    func beginning(_ slide: Slide, width: Int64) -> ScreenCommand {
        let options: JSONValue = [
            "topBar": ["visible": false], "layout": ["backgroundColor": "#000000"],
            "animations": transition.animations(width: width),
        ]
        let root = LayoutNode.container("stack", id: id, options: options, [slide.layout])
        return ScreenCommand("setRoot", ["root": root])
    }

    /// Has the slide take the place of the one before.
    func showing(_ slide: Slide) -> ScreenCommand {
        ScreenCommand("setStackRoot", ["componentId": .string(id), "children": [slide.layout]])
    }
}
