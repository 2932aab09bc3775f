"""Stacks of components below a bar."""

from browser import Keys
from screens import ScreenCase, component, node, stack, text


class StackTests(ScreenCase):
    def test_components_are_pushed_and_popped_below_a_bar(self):
        self.open()
        self.do("setRoot", root=stack("s", component("months", "m")))
        self.assertEqual(self.browser.texts(".display-bar-title"), ["Months"])
        self.assertFalse(self.browser.all(".display-bar-left button"))
        self.do("push", componentId="s", layout=component("month", "n", month="2016-11"))
        self.assertEqual(self.browser.texts(".display-bar-title"), ["November 2016"])
        self.assertTrue(self.shown("n"))
        self.assertFalse(self.shown("m"))
        self.browser.one(".display-bar-left button").click()
        self.until_gesture("back")
        self.until_done()
        self.assertTrue(self.shown("m"))
        self.assertFalse(self.browser.all("[data-node=n]"))
        self.assertNothingWrong()

    def test_a_component_scrolls_in_a_box_of_its_own_and_stays_where_it_was(self):
        self.open()
        self.do("setRoot", root=stack("s", component("month", "m", month="2016-11")))
        self.browser.until_tiles(20)
        first = self.browser.tiles()
        self.browser.run("document.querySelector('[data-node=m] .display-scroller').scrollTop = 2000")
        self.browser.until(lambda: not set(first) & set(self.browser.tiles()) and self.browser.tiles(), "it did not scroll")
        there = self.browser.tiles()
        self.do("push", componentId="s", layout=text("Over it", "t"))
        self.do("pop", componentId="s")
        self.assertEqual(self.browser.run("return document.querySelector('[data-node=m] .display-scroller').scrollTop"), 2000)
        self.browser.until(lambda: self.browser.tiles() == there, "other photos are there")
        self.assertEqual(self.browser.run("return scrollY"), 0)

    def test_the_end_of_a_long_month_is_where_the_scrolling_of_its_box_ends(self):
        self.gallery.month("2016-09", [f"L/{number}" for number in range(5000)])
        self.open()
        self.do("setRoot", root=stack("s", component("month", "m", month="2016-09")))
        self.browser.until_tiles(20)
        self.browser.run("const box = document.querySelector('[data-node=m] .display-scroller'); box.scrollTop = box.scrollHeight")
        self.browser.until(lambda: "L/4999" in self.browser.tiles(), "the last photo is not there")
        last = self.box("[data-node=m] .tile[aria-posinset='5000']")
        self.assertLessEqual(last["bottom"], 900)

    def test_a_link_leads_on_within_its_component_and_back_again(self):
        self.open()
        address = self.browser.path
        self.do("setRoot", root=stack("s", text("First", "t"), component("months", "m")))
        self.browser.one("[data-node=m] [data-month='2016-11']").click()
        self.browser.until_tiles(20)
        self.assertTrue(self.browser.one("[data-node=m] .screen-month .back").is_displayed())
        self.browser.tile(3).click()
        self.browser.one("[data-node=m] .viewer")
        box = self.box("[data-node=m] .viewer")
        self.assertEqual((box["y"], box["bottom"]), (57, 900))
        self.assertEqual(self.browser.path, address)
        self.browser.one("[data-node=m] .viewer-back").click()
        self.browser.until(lambda: not self.browser.all(".viewer"), "the photo is still there")
        self.browser.one("[data-node=m] .screen-month .back").click()
        self.browser.one("[data-node=m] .screen-months")
        self.assertEqual(self.gestures(), [])
        self.assertNothingWrong()

    def test_escape_and_the_browsers_back_go_back(self):
        self.open()
        self.do("setRoot", root=stack("s", text("First", "a"), text("Second", "b"), component("photo", "p", id="L/3")))
        self.browser.one("[data-node=p] .viewer")
        self.browser.press(Keys.ESCAPE)
        self.until_done(1)
        self.assertTrue(self.shown("b"))
        self.browser.driver.back()
        self.until_done(2)
        self.assertTrue(self.shown("a"))
        self.browser.press(Keys.ESCAPE)
        self.browser.pass_frames()
        self.assertEqual([said["gesture"] for said in self.gestures()], ["back", "back"])

    def test_the_browsers_back_leaves_where_a_script_has_popped_what_it_pushed(self):
        self.go("/months")
        self.browser.one(".screen-months")
        self.open()
        self.do("setRoot", root=stack("s", text("First", "a")))
        self.do("push", componentId="a", layout=text("Second", "b"))
        self.do("pop", componentId="b")
        self.browser.driver.back()
        self.browser.until(lambda: self.browser.path == "/months", "it does not leave")
        self.assertEqual(self.gestures(), [])

    def test_a_bar_is_that_of_the_nearest_stack(self):
        self.open()
        self.do("setRoot", root=stack("outer", text("First", "a"), node("bottomTabs", "tabs", stack("inner", text("Second", "b")))))
        self.assertEqual(len(self.browser.all(".display-top-bar")), 1)
        self.browser.one(".display-bar-left button").click()
        self.until_done()
        self.assertTrue(self.shown("a"))

    def test_everything_that_a_bar_is_told_is_done(self):
        self.open()
        self.do("setRoot", root=stack("s", text("First", "a"), text("Second", "b", {"topBar": {
            "height": 72, "elevation": 4, "borderColor": "#ff0000", "borderHeight": 3, "testID": "bar", "background": {"color": "#102030"},
            "title": {"text": "A title", "color": "#ffee00", "fontSize": 22, "fontFamily": "serif", "fontWeight": "normal", "alignment": "center"},
            "subtitle": {"text": "A line", "color": "#00ff00", "fontSize": 11, "alignment": "center"},
            "backButton": {"title": "To it", "icon": "close", "color": "#00ffff", "accessibilityLabel": "Leave", "testID": "leave"},
            "rightButtons": [{"id": "one", "icon": "info", "color": "#ff00ff", "accessibilityLabel": "About"}, {"id": "two", "text": "Two", "fontSize": 19, "testID": "two"}, {"id": "off", "text": "Off", "enabled": False}]}})))
        style = lambda selector, rule: self.browser.run("return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, rule)
        bar = "[data-testid=bar]"
        self.assertEqual(self.box(f"{bar} .display-bar-row")["height"], 72)
        self.assertEqual((style(bar, "borderBottomWidth"), style(bar, "borderBottomColor"), style(bar, "backgroundColor")), ("3px", "rgb(255, 0, 0)", "rgb(16, 32, 48)"))
        self.assertNotEqual(style(bar, "boxShadow"), "none")
        title = ".display-bar-title"
        self.assertEqual((style(title, "color"), style(title, "fontSize"), style(title, "fontWeight"), style(title, "textAlign")), ("rgb(255, 238, 0)", "22px", "400", "center"))
        self.assertEqual((style(".display-bar-subtitle", "fontSize"), self.browser.texts(".display-bar-subtitle")), ("11px", ["A line"]))
        back = self.browser.one("[data-testid=leave]")
        self.assertEqual((back.text, back.get_attribute("aria-label")), ("To it", "Leave"))
        self.assertEqual([button.get_attribute("data-key") for button in self.browser.all(".display-bar-right button")], ["button:off", "button:two", "button:one"])
        self.assertEqual(style("[data-testid=two]", "fontSize"), "19px")
        self.browser.one("[aria-label=About]").click()
        self.until_gesture("pressButton", componentId="b", buttonId="one")
        self.assertFalse(self.browser.one("[data-key='button:off']").is_enabled())
        self.do("mergeOptions", componentId="b", options={"topBar": {"leftButtons": [{"id": "menu", "icon": "more"}]}})
        self.browser.one(".display-bar-left [data-key='button:menu']")
        self.do("mergeOptions", componentId="b", options={"topBar": {"leftButtons": [], "backButton": {"visible": False}, "noBorder": True, "drawBehind": True}})
        self.assertFalse(self.browser.all(".display-bar-left button"))
        self.assertEqual(style(bar, "borderBottomWidth"), "0px")
        self.assertEqual(self.box("[data-node=b]")["y"], 0)
        self.do("mergeOptions", componentId="b", options={"topBar": {"visible": False, "drawBehind": False}})
        self.assertEqual(self.box("[data-node=b]")["y"], 0)
        self.assertFalse(self.browser.one(".display-bar-title").is_displayed())
        self.assertNothingWrong()

    def test_components_stand_in_a_bar(self):
        self.gallery.local["logo.svg"] = ("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="tomato"/></svg>')
        logo = {"name": "image", "passProps": {"path": "logo.svg", "alt": "Logo"}}
        self.open()
        self.do("setRoot", root=stack("s", text("First", "a", {"topBar": {
            "title": {"component": logo}, "background": {"component": {"name": "text", "passProps": {"text": "behind"}}},
            "rightButtons": [{"id": "logo", "component": logo, "accessibilityLabel": "About us"}]}})))
        self.browser.one(".display-bar-component img[alt=Logo]")
        self.assertEqual(self.browser.texts(".display-bar-background"), ["behind"])
        self.browser.one("[aria-label='About us']").click()
        self.until_gesture("pressButton", componentId="a", buttonId="logo")
        self.assertNothingWrong()

    def test_a_back_button_may_be_one_that_says_so_and_nothing_else(self):
        self.open()
        self.do("setRoot", root=stack("s", text("First", "a"), text("Second", "b", {"topBar": {"backButton": {"popStackOnPress": False}}})))
        self.browser.one(".display-bar-left button").click()
        self.until_gesture("back")
        self.browser.pass_frames()
        self.assertTrue(self.shown("b"))

    def test_a_search_is_told_of_as_it_is_typed(self):
        self.open()
        self.do("setRoot", root=stack("s", component("months", "m", {"topBar": {"searchBar": {"visible": True, "placeholder": "Find", "cancelText": "Stop", "focus": True}}})))
        self.browser.until(lambda: self.browser.run("return document.activeElement.type") == "search", "the field has no focus")
        self.browser.press("b", "e")
        self.until_gesture("search", componentId="m", text="be", isFocused=True)
        self.browser.one(".display-search .button").click()
        self.until_gesture("cancelSearch", componentId="m")
        self.assertEqual(self.browser.run("return document.querySelector('.display-search input').value"), "")
        self.do("mergeOptions", componentId="m", options={"topBar": {"searchBar": {"text": "beach", "hideTopBarOnFocus": True}}})
        self.assertEqual(self.browser.run("return document.querySelector('.display-search input').value"), "beach")
        self.browser.one(".display-search input").click()
        self.browser.until(lambda: not self.browser.one(".display-bar-row").is_displayed(), "the bar did not go")

    def test_a_bar_goes_while_one_scrolls_down_and_comes_while_one_scrolls_up(self):
        self.open()
        self.do("setRoot", root=stack("s", component("month", "m", {"topBar": {"hideOnScroll": True}}, month="2016-11")))
        self.browser.until_tiles(20)
        self.assertEqual(self.box("[data-node=m]")["y"], 0)
        self.assertGreaterEqual(self.box("[data-node=m] .screen")["y"], 56)
        scroll = lambda to: self.browser.run("document.querySelector('[data-node=m] .display-scroller').scrollTop = arguments[0]", to)
        scroll(800)
        self.browser.until(lambda: self.box(".display-top-bar")["bottom"] <= 0, "the bar is still there")
        scroll(500)
        self.browser.until(lambda: self.box(".display-top-bar")["y"] == 0, "the bar did not come")

    def test_the_whole_stack_is_replaced(self):
        self.open()
        self.do("setRoot", root=stack("s", text("First", "a"), text("Second", "b")))
        self.do("setStackRoot", componentId="s", children=[text("Another first", "a"), text("Last", "c")])
        self.assertTrue(self.shown("c"))
        self.assertEqual(self.browser.texts(".display-text"), ["Last"])
        self.do("popToRoot", componentId="s")
        self.assertEqual(self.browser.texts("[data-node=a] .display-text"), ["Another first"])

    def test_the_ids_of_a_tree_may_be_those_of_the_one_before(self):
        self.open()
        self.do("setRoot", root=stack("s", text("Old", "a")))
        self.do("setRoot", root=stack("s", text("New", "a")))
        self.assertEqual(self.browser.texts(".display-text"), ["New"])
        self.assertEqual(len(self.browser.all("[data-node]")), 2)
