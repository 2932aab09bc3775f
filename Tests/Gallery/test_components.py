"""What components show, how they come and go, and what all of it looks like."""

from browser import DESKTOP, PHONE, Keys
from screens import ScreenCase, component, node, stack, text


class ComponentTests(ScreenCase):
    def test_each_component_is_shown(self):
        self.gallery.local["a b.svg"] = ("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="tomato"/></svg>')
        self.gallery.lists["group", "Beach"] = ["L/1"]
        self.gallery.lists["favorites", ] = ["L/1"]
        self.open()
        self.do("setRoot", root=stack("s", text("First", "first")))
        for name, props, selector in (
                ("months", {"type": "photo"}, ".screen-months .card"), ("month", {"month": "2016-11", "type": "photo"}, ".screen-month .tile"), ("all", {}, ".screen-all .grid"),
                ("folders", {}, ".screen-folders .card"), ("group", {"group": "Beach"}, ".screen-folder .tile"), ("group", {"other": True}, ".screen-folder"),
                ("search", {"q": "sea"}, ".screen-search"), ("favorites", {}, ".screen-favorites"), ("map", {"month": "2016-11"}, ".screen-map"),
                ("photo", {"id": "L/3", "in": "month:2016-11"}, ".viewer .slide"), ("video", {"id": "L/4"}, ".viewer"), ("text", {"text": "A text", "title": "Title"}, ".display-text h2"),
                ("image", {"path": "a b.svg", "alt": "A picture"}, "img[alt='A picture']"), ("image", {"path": "no.svg"}, ".empty"), ("batches", {}, ".screen-batches"), ("import", {}, ".screen-import"),
                ("status", {}, ".screen-status"), ("shortcuts", {}, ".screen-shortcuts kbd")):
            with self.subTest(name, **props):
                self.do("push", componentId="s", layout=component(name, "c", **props))
                self.browser.one(f"[data-node=c] {selector}")
                box = self.box("[data-node=c] .display-box")
                self.assertEqual((box["y"], box["bottom"], box["width"]), (57, 900, 1440))
                self.do("pop", componentId="s")

    def test_the_arrows_of_a_photo_are_heard_by_that_which_has_the_keyboard(self):
        self.open()
        self.do("setRoot", root=node("splitView", "split", component("photo", "p", id="L/3", **{"in": "month:2016-11"}), component("photo", "q", id="L/3", **{"in": "month:2016-11"})))
        place = lambda id: self.browser.run("return document.querySelector(`[data-node=${arguments[0]}] .viewer-place`)?.textContent", id)
        self.browser.until(lambda: place("p") and place("q"), "it is not known where they are")
        before = place("p"), place("q")
        self.assertEqual(self.focused(), "q")
        self.browser.press(Keys.ARROW_RIGHT)
        self.browser.until(lambda: place("q") != before[1], "the second did not go on")
        self.assertEqual(place("p"), before[0])

    def test_a_photo_that_a_display_shows_by_itself_stays_while_photod_is_away(self):
        self.open()
        self.do("setRoot", root=stack("s", component("photo", "p", id="L/3", quiet=True)))
        shown = lambda id: self.browser.run("return document.querySelector(`[data-node=${arguments[0]}] .slide-picture`)?.getAttribute('src') ?? null", id)
        before = self.browser.until(lambda: shown("p"), "the photo does not come")
        self.gallery.refuse("items", "unreachable")
        self.do("setStackRoot", componentId="s", children=[component("photo", "q", id="L/4", quiet=True)])
        self.browser.until(lambda: shown("q") == before, "the photo before does not stay")
        self.assertEqual(self.browser.texts("[data-node=q] .empty"), [])
        self.browser.picture("screen-away")
        self.gallery.refused.clear()
        self.gallery.tell(event="ready")
        self.browser.until(lambda: shown("q") not in (before, None), "the next photo does not come")
        # Of one that somebody looks up it is said, each line by itself.
        self.gallery.refuse("items", "unreachable")
        self.do("push", componentId="s", layout=component("photo", "r", id="L/5"))
        self.browser.until(lambda: "today,\nand" in self.browser.text(), "it is not said in its lines")

    def test_what_options_say_of_the_layout_is_done(self):
        self.open()
        self.do("setRoot", root=text("Here", "a", {"layout": {"backgroundColor": "#102030", "componentBackgroundColor": "#304050", "topMargin": 10, "insets": {"top": 5, "left": 40, "right": 20, "bottom": 30}, "direction": "rtl"}, "statusBar": {"backgroundColor": "#abcdef"}}))
        box = self.box("[data-node=a] .display-panel")
        self.assertEqual((box["x"], box["y"], box["right"], box["bottom"]), (40, 15, 1420, 870))
        colour = lambda selector: self.browser.run("return getComputedStyle(document.querySelector(arguments[0])).backgroundColor", selector)
        self.assertEqual((colour("[data-node=a]"), colour("[data-node=a] .display-panel")), ("rgb(16, 32, 48)", "rgb(48, 64, 80)"))
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('.display-text')).direction"), "rtl")
        self.assertEqual(self.browser.run("return document.querySelector('meta[name=theme-color]').content"), "#abcdef")
        self.do("setDefaultOptions", options={"layout": {"orientation": ["landscape"]}})
        self.do("mergeOptions", componentId="a", options={"statusBar": {"backgroundColor": None}})
        self.assertFalse(self.browser.all("meta[name=theme-color]"))

    def test_an_element_that_is_held_down_shows_a_preview(self):
        self.open()
        self.do("setRoot", root=stack("s", component("month", "m", {"preview": {"elementId": "L/2", "width": 320, "height": 240, "actions": [{"id": "print", "title": "Print it"}]}, "topBar": {"rightButtons": [{"id": "print", "text": "Print"}]}}, month="2016-11")))
        self.browser.until_tiles(20)
        tile = self.browser.one(".tile[data-id='L/2']")
        self.browser.chain().click_and_hold(tile).perform()
        self.browser.one(".display-preview")
        self.assertEqual(self.box(".display-preview-card")["width"], 320)
        self.browser.chain().release().perform()
        self.browser.one(".display-preview button").click()
        self.until_gesture("pressButton", componentId="m", buttonId="print")
        self.assertFalse(self.browser.all(".viewer"))
        self.browser.chain().click_and_hold(tile).perform()
        self.until_gesture("completePreview", componentId="m", previewComponentId="L/2")
        self.browser.chain().release().perform()


class MotionTests(ScreenCase):
    def setUp(self):
        super().setUp()
        self.browser.window(calm=False)
        self.open()
        self.do("setRoot", root=stack("s", text("First", "a")))
        self.until_calm()

    def moving(self):
        return self.browser.run("return document.getAnimations().filter((one) => one.effect?.target?.closest?.('#display')).map((one) => ({ id: one.effect.target.dataset.node ?? one.effect.target.dataset.testid ?? one.effect.target.className, "
                                "duration: one.effect.getTiming().duration, delay: one.effect.getTiming().delay, easing: one.effect.getTiming().easing, frames: one.effect.getKeyframes().map(({ opacity, transform }) => opacity ?? transform) }))")

    def test_what_comes_moves_and_is_said_to_be_there_before_that_is_over(self):
        slow = {"animations": {"push": {"enter": {"alpha": {"from": 0, "to": 1}, "translationX": {"from": 400, "to": 0, "duration": 5000, "interpolation": "linear"}, "duration": 4000, "delay": 10}, "exit": {"scale": {"to": 0.5}, "duration": 3000}}}}
        self.do("push", componentId="s", layout=text("Second", "b", slow))
        moving = self.moving()
        self.assertEqual([(one["id"], one["duration"], one["frames"]) for one in moving], [("b", 4000, ["0", "1"]), ("b", 5000, ["translateX(400px)", "translateX(0px)"]), ("a", 3000, ["scale(1)", "scale(0.5)"])])
        self.assertEqual([one["easing"] for one in moving], ["cubic-bezier(0, 0, 0.2, 1)", "linear", "cubic-bezier(0, 0, 0.2, 1)"])
        self.browser.picture("screen-motion")
        # Whoever goes on meanwhile does not wait for it.
        self.assertLess(self.do("push", componentId="s", layout=text("Third", "c", {"animations": {"push": {"enabled": False}}})), 1000)
        self.assertEqual(self.moving(), [])
        self.assertEqual([self.shown("a"), self.shown("b"), self.shown("c")], [False, False, True])

    def test_what_goes_moves_as_the_command_says(self):
        self.do("push", componentId="s", layout=text("Second", "b", {"animations": {"push": {"enabled": False}}}))
        self.do("pop", componentId="s", options={"animations": {"pop": {"exit": {"rotation": {"to": 90}, "duration": 2000}}}})
        self.assertEqual([(one["id"], one["frames"]) for one in self.moving()], [("b", ["rotate(0deg)", "rotate(90deg)"])])
        self.assertTrue(self.browser.run("return document.querySelector('[data-node=b]').inert"))

    def test_elements_move_by_themselves(self):
        self.do("push", componentId="s", layout=component("month", "m", {"animations": {"push": {"elements": [{"id": "L/3", "alpha": {"from": 0}, "duration": 3000}], "waitForRender": True}}}, month="2016-11"))
        self.assertIn((3000, ["0", "1"]), [(one["duration"], one["frames"]) for one in self.moving() if "tile" in one["id"]])

    def test_an_element_becomes_another(self):
        self.do("push", componentId="s", layout=component("month", "m", month="2016-11"))
        self.browser.until_tiles(20)
        self.browser.until_pictures()
        self.do("push", componentId="s", layout=component("photo", "p", {"topBar": {"testID": "bar"}, "animations": {"push": {"enabled": False, "sharedElements": [{"fromId": "L/3", "toId": "bar", "duration": 1500}]}}}, id="L/3"))
        self.assertTrue(self.shown("p"))
        self.browser.until(lambda: not self.browser.run("return document.getAnimations().some((one) => one.effect?.pseudoElement?.includes('shared'))"), "it does not end")
        self.assertNothingWrong()

    def test_nothing_moves_where_motion_is_to_be_reduced(self):
        self.browser.window(calm=True)
        self.do("push", componentId="s", layout=text("Second", "b", {"animations": {"push": {"enter": {"alpha": {"from": 0}, "duration": 5000}}}}))
        self.assertEqual(self.moving(), [])


class LooksTests(ScreenCase):
    """Each kind of container, in each light and width: without a barrier, and kept to be looked at."""

    def layouts(self):
        bar = {"topBar": {"title": {"text": "Summer by the sea"}, "subtitle": {"text": "200 photographs"}, "rightButtons": [{"id": "info", "icon": "info", "accessibilityLabel": "About"}]}}
        month = component("month", "m", bar, month="2016-11")
        yield "stack", "setRoot", {"root": stack("s", text("First", "a"), month)}
        yield "bottom-tabs", "setRoot", {"root": node("bottomTabs", "tabs", stack("s", month, bottomTab={"text": "Months", "icon": "months"}),
            stack("t", text("x", "b"), bottomTab={"text": "Favourites", "icon": "heart", "badge": "3"}), stack("u", text("y", "c"), bottomTab={"text": "Places", "icon": "map", "dotIndicator": {"visible": True}}))}
        yield "top-tabs", "setRoot", {"root": stack("s", node("topTabs", "tabs", component("months", "b"), text("x", "c", {"topTabs": {"title": "About the exhibition"}}), options={"topBar": {"title": {"text": "Guide"}}}))}
        yield "side-menu", "setRoot", {"root": node("sideMenu", "menu", node("sideMenuLeft", None, component("folders", "l")), node("sideMenuCenter", None, stack("s", month)), options={"sideMenu": {"left": {"visible": True}}})}
        yield "split", "setRoot", {"root": node("splitView", "split", stack("s", component("months", "b")), stack("t", month))}
        yield "photo", "setRoot", {"root": component("photo", "p", id="L/3", **{"in": "month:2016-11"})}
        yield "text", "setRoot", {"root": text("Photographs from forty years,\nfound in a drawer and scanned one by one.", "t", title="A family by the sea")}
        for style in ("pageSheet", "formSheet", "overFullScreen"):
            yield f"modal-{style}", "showModal", {"layout": stack("over", text("Please do not touch the display. The staff show you more.", "w", {"topBar": {"title": {"text": "About"}}, "modal": {"presentationStyle": style}}))}
        yield "overlay", "showOverlay", {"layout": text("The exhibition closes in ten minutes.", "o", {"overlay": {"interceptTouchOutside": False}}, title="Please come to the exit")}
        yield "search", "setRoot", {"root": stack("s", component("months", "b", {"topBar": {"searchBar": {"visible": True}}}))}

    def test_each_is_without_a_barrier_in_any_light_and_width(self):
        for size, width in ((DESKTOP, "desktop"), (PHONE, "phone")):
            for dark in (False, True):
                self.browser.window(size, dark=dark)
                self.open()
                for name, command, members in self.layouts():
                    with self.subTest(name, width=width, dark=dark):
                        if command != "setRoot":
                            self.do("setRoot", root=stack("s", component("month", "m", month="2016-11")))
                        self.do(command, **members)
                        self.browser.until_pictures()
                        self.browser.picture(f"screen-{name}-{width}{'-dark' if dark else ''}")
                        # This axe counts the main part that is hidden, too.
                        self.assertEqual(self.browser.barriers(besides=["landmark-one-main"]), [])
                        if command == "showModal":
                            self.do("dismissAllModals")
                        elif command == "showOverlay":
                            self.do("dismissAllOverlays")
                self.assertNothingWrong()
