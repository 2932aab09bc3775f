"""Tabs, side menus, split views, and what lies over them."""

from browser import PHONE, Keys
from screens import ScreenCase, component, node, stack, text


class TabsTests(ScreenCase):
    def tabs(self, **options):
        return node("bottomTabs", "tabs", stack("one", component("month", "m", month="2016-11"), bottomTab={"text": "November", "icon": "months", "badge": "3", "testID": "first"}),
                    stack("two", text("Second", "b"), bottomTab={"icon": "heart", "dotIndicator": {"visible": True, "color": "#00aa00", "size": 9}, "accessibilityLabel": "The second"}),
                    stack("three", text("Third", "c"), bottomTab={"text": "Third", "selectTabOnPress": False}), options=options)

    def test_a_tab_is_selected_by_a_press_and_the_others_keep_their_place(self):
        self.open()
        self.do("setRoot", root=self.tabs())
        self.browser.until_tiles(20)
        self.assertEqual([tab.get_attribute("aria-label") for tab in self.browser.all("[role=tab]")], ["November, 3", "The second", "Third"])
        self.browser.run("document.querySelector('[data-node=m] .display-scroller').scrollTop = 1500")
        self.browser.all("[role=tab]")[1].click()
        self.until_gesture("selectTab", componentId="tabs", index=1)
        self.until_done()
        self.assertTrue(self.shown("b"))
        self.assertFalse(self.shown("m"))
        self.assertEqual([tab.get_attribute("aria-selected") for tab in self.browser.all("[role=tab]")], ["false", "true", "false"])
        self.do("mergeOptions", componentId="tabs", options={"bottomTabs": {"currentTabIndex": 0}})
        self.assertEqual(self.browser.run("return document.querySelector('[data-node=m] .display-scroller').scrollTop"), 1500)
        self.assertNothingWrong()

    def test_a_tab_may_be_one_that_says_so_and_nothing_else(self):
        self.open()
        self.do("setRoot", root=self.tabs())
        self.browser.all("[role=tab]")[2].click()
        self.until_gesture("selectTab", componentId="tabs", index=2)
        self.browser.pass_frames()
        self.assertTrue(self.shown("m"))

    def test_a_tab_that_is_held_says_so(self):
        self.open()
        self.do("setRoot", root=self.tabs())
        self.browser.chain().click_and_hold(self.browser.all("[role=tab]")[1]).perform()
        self.until_gesture("longPressTab", componentId="tabs", index=1)
        self.browser.chain().release().perform()
        self.browser.pass_frames()
        self.assertEqual([said["gesture"] for said in self.gestures()], ["longPressTab"])
        self.browser.chain().context_click(self.browser.all("[role=tab]")[2]).perform()
        self.until_gesture("longPressTab", componentId="tabs", index=2)

    def test_the_keyboard_goes_among_tabs(self):
        self.open()
        self.do("setRoot", root=self.tabs())
        self.browser.run("document.querySelector('[role=tab]').focus()")
        self.browser.press(Keys.ARROW_RIGHT, Keys.ENTER)
        self.until_gesture("selectTab", componentId="tabs", index=1)
        self.until_done()
        self.assertEqual(self.browser.run("return document.activeElement.getAttribute('aria-label')"), "The second")

    def test_what_tabs_are_told_is_done(self):
        self.open()
        self.do("setRoot", root=self.tabs(bottomTabs={"titleDisplayMode": "showWhenActive", "backgroundColor": "#102030", "borderColor": "#ff0000", "borderWidth": 2, "elevation": 3, "testID": "tabs"}))
        style = lambda selector, rule: self.browser.run("return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, rule)
        bar = "[data-testid=tabs]"
        self.assertEqual((style(bar, "backgroundColor"), style(bar, "borderTopColor"), style(bar, "borderTopWidth")), ("rgb(16, 32, 48)", "rgb(255, 0, 0)", "2px"))
        self.assertEqual(self.browser.texts("[role=tab] .display-tab-text"), ["November"])
        self.assertEqual((style(".display-dot", "width"), style(".display-dot", "backgroundColor")), ("9px", "rgb(0, 170, 0)"))
        self.do("mergeOptions", componentId="one", options={"bottomTab": {"selectedTextColor": "#00ff00", "selectedFontSize": 17, "badge": ""}})
        self.assertEqual((style("[data-testid=first] .display-tab-text", "color"), style("[data-testid=first] .display-tab-text", "fontSize")), ("rgb(0, 255, 0)", "17px"))
        self.assertFalse(self.browser.all(".display-badge"))
        self.do("mergeOptions", componentId="tabs", options={"bottomTabs": {"visible": False}})
        self.assertEqual(self.box("[data-node=one]")["bottom"], 900)

    def test_tabs_are_made_when_they_are_to_be(self):
        for mode, before, after in (("together", {"a", "b"}, {"a", "b"}), ("afterInitialTab", {"a"}, {"a", "b"}), ("onSwitchToTab", {"a"}, {"a"})):
            with self.subTest(mode):
                self.open()
                self.do("setRoot", root=node("bottomTabs", "tabs", text("First", "a"), text("Second", "b"), options={"bottomTabs": {"tabsAttachMode": mode}}))
                there = lambda: {one.get_attribute("data-node") for one in self.browser.all(".display-component")}
                self.browser.until(lambda: there() == after, f"{there()} are there")
                self.do("mergeOptions", componentId="tabs", options={"bottomTabs": {"currentTabId": "b"}})
                self.assertTrue(self.shown("b"))

    def test_top_tabs_stand_above(self):
        self.open()
        self.do("setRoot", root=node("topTabs", "tabs", text("First", "a", {"topTabs": {"title": "One"}}), component("months", "b"), options={"topTabs": {
            "height": 60, "fontSize": 18, "selectedTabColor": "#aa0000", "unselectedTabColor": "#0000aa", "backgroundColor": "#eeeeee"}}))
        self.assertEqual(self.browser.texts(".display-top-tab"), ["One", "Months"])
        self.assertEqual(self.box(".display-top-tab-bar")["height"], 60)
        self.browser.all(".display-top-tab")[1].click()
        self.until_gesture("selectTab", componentId="tabs", index=1)
        self.until_done()
        self.assertTrue(self.shown("b"))
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelectorAll('.display-top-tab')[1]).color"), "rgb(170, 0, 0)")
        self.do("mergeOptions", componentId="tabs", options={"topTabs": {"visible": False}})
        self.assertEqual(self.box("[data-node=b]")["y"], 0)


class PartsTests(ScreenCase):
    def menu(self, **options):
        return node("sideMenu", "menu", node("sideMenuLeft", "left", text("The menu", "l")), node("sideMenuCenter", "center", stack("s", component("months", "m"))),
                    node("sideMenuRight", "right", text("The other", "r")), options={"sideMenu": options} if options else None)

    def test_a_menu_opens_and_closes(self):
        self.open()
        self.do("setRoot", root=self.menu())
        self.assertFalse(self.browser.all("[data-node=l]"))
        self.do("mergeOptions", componentId="menu", options={"sideMenu": {"left": {"visible": True}}})
        self.browser.until(lambda: self.box(".display-menu.is-left")["x"] == 0, "the menu did not come")
        self.assertEqual(self.box(".display-menu.is-left")["width"], 280)
        self.assertEqual(self.focused(), "l")
        self.browser.one(".display-menu-scrim").click()
        self.until_gesture("closeMenu", componentId="menu", side="left")
        self.until_done()
        self.browser.until(lambda: not self.shown("l"), "the menu is still there")
        self.assertNothingWrong()

    def test_escape_closes_a_menu(self):
        self.open()
        self.do("setRoot", root=self.menu(right={"visible": True, "width": 400, "height": 300}))
        box = self.box(".display-menu.is-right")
        self.assertEqual((box["right"], box["width"], box["height"]), (1440, 400, 300))
        self.browser.press(Keys.ESCAPE)
        self.until_gesture("closeMenu", componentId="menu", side="right")

    def test_a_menu_may_move_what_is_beside_it(self):
        self.open()
        self.do("setRoot", root=self.menu(openMode="pushContent", left={"visible": True, "width": 300}))
        self.browser.until(lambda: self.box("[data-node=center]")["x"] == 300, "it was not moved")

    def test_a_finger_draws_a_menu_from_the_edge(self):
        self.browser.window(PHONE)
        self.open()
        self.do("setRoot", root=self.menu())
        drag = lambda a, b: self.browser.run("""
            const menu = document.querySelector('.display-side-menu');
            const [from, to] = arguments;
            const event = (name, x) => menu.dispatchEvent(new PointerEvent(name, { bubbles: true, clientX: x, clientY: 400, pointerType: 'touch', isPrimary: true }));
            event('pointerdown', from);
            for (let step = 1; step <= 8; step += 1) event('pointermove', from + ((to - from) * step) / 8);
            event('pointerup', to);""", a, b)
        drag(200, 300)
        drag(4, 120)
        self.until_done()
        self.assertEqual(self.gestures(), [{"gesture": "openMenu", "componentId": "menu", "side": "left"}])
        drag(250, 100)
        self.until_gesture("closeMenu", componentId="menu", side="left")
        self.do("mergeOptions", componentId="menu", options={"sideMenu": {"openGestureMode": "entireScreen"}})
        drag(300, 180)
        self.until_gesture("openMenu", componentId="menu", side="right")

    def split(self, **options):
        return node("splitView", "split", stack("s", component("months", "m")), component("photo", "p", id="L/3"), options={"splitView": options} if options else None)

    def test_two_parts_stand_beside_each_other_and_above_each_other_where_it_is_narrow(self):
        self.open()
        self.do("setRoot", root=self.split())
        first, second = self.box("[data-node=s]"), self.box("[data-node=p]")
        self.assertEqual((first["x"], self.box(".display-pane.is-first")["width"], second["height"]), (0, 480, 900))
        self.assertAlmostEqual(second["x"], 480, delta=1)
        self.browser.window(PHONE)
        first, second = self.box("[data-node=s]"), self.box("[data-node=p]")
        self.assertEqual((first["width"], second["width"], second["bottom"]), (390, 390, 844))
        self.assertAlmostEqual(first["bottom"], second["y"], delta=2)
        self.assertNothingWrong()

    def test_what_a_split_view_is_told_is_done(self):
        self.open()
        self.do("setRoot", root=self.split(primaryEdge="trailing", minWidth=100, maxWidth=300))
        self.assertEqual(self.box("[data-node=s]")["right"], 1440)
        self.assertEqual(self.box(".display-pane.is-first")["width"], 300)
        self.do("mergeOptions", componentId="split", options={"splitView": {"displayMode": "hidden"}})
        self.assertEqual(self.box("[data-node=p]")["width"], 1440)
        self.do("mergeOptions", componentId="split", options={"splitView": {"displayMode": "overlay"}})
        self.assertEqual((self.box("[data-node=p]")["width"], self.box(".display-pane.is-first")["width"]), (1440, 300))

    def test_a_stack_beside_the_topmost_component_goes_back_by_itself(self):
        self.open()
        self.do("setRoot", root=node("splitView", "split", stack("s", text("First", "a"), text("Second", "b")), stack("t", text("Third", "c"), text("Fourth", "d"))))
        self.browser.one("[data-node=s] .display-bar-left button").click()
        self.until_said(lambda said: said == {"command": "pop", "componentId": "s"})


class OverTests(ScreenCase):
    def test_a_modal_has_the_keyboard_and_gives_it_back(self):
        self.open()
        self.do("setRoot", root=stack("s", component("month", "m", month="2016-11")))
        self.browser.until_tiles(20)
        self.assertEqual(self.focused(), "m")
        for style in ("pageSheet", "formSheet", "overFullScreen", "overCurrentContext", "fullScreen"):
            with self.subTest(style):
                self.do("showModal", layout=stack("over", text("Over it", "t", {"modal": {"presentationStyle": style}})))
                self.assertEqual(self.focused(), "t")
                self.assertEqual(self.browser.one("[role=dialog]").get_attribute("aria-modal"), "true")
                self.assertTrue(self.browser.run("return document.querySelector('.display-root').inert"))
                self.assertEqual(self.shown("m"), style != "fullScreen")
                done = sum(said.get("finished") == "gesture" for said in self.gallery.said)
                self.browser.press(Keys.ESCAPE)
                self.until_done(done + 1)
                self.assertFalse(self.browser.all("[role=dialog]"))
                self.assertEqual(self.focused(), "m")
                self.assertTrue(self.shown("m"))
        self.assertEqual({said["gesture"] for said in self.gestures()}, {"dismissModal"})
        self.assertNothingWrong()

    def test_a_sheet_goes_when_something_beside_it_is_pressed_or_it_is_drawn_down(self):
        self.open()
        self.do("setRoot", root=text("Below", "a"))
        self.do("showModal", layout=text("Over it", "t", {"modal": {"presentationStyle": "formSheet", "backgroundColor": "#00000080"}}))
        self.assertEqual(self.box(".display-sheet")["width"], 560)
        self.browser.chain().move_to_element_with_offset(self.browser.one(".display-backdrop"), -500, -300).click().perform()
        self.until_done(1)
        self.do("showModal", layout=text("Over it", "t", {"modal": {"presentationStyle": "pageSheet"}}))
        self.browser.chain().drag_and_drop_by_offset(self.browser.one(".display-grip"), 0, 220).perform()
        self.until_done(2)
        self.assertFalse(self.shown("t"))

    def test_a_modal_that_is_to_stay_stays(self):
        self.open()
        self.do("setRoot", root=text("Below", "a"))
        self.do("showModal", layout=text("Over it", "t", {"modal": {"swipeToDismiss": False}}))
        self.browser.press(Keys.ESCAPE)
        self.until_gesture("dismissModal")
        self.browser.pass_frames()
        self.assertTrue(self.shown("t"))

    def test_modals_lie_over_each_other_and_go_from_wherever_they_lie(self):
        self.open()
        self.do("setRoot", root=text("Below", "a"))
        self.do("showModal", layout=text("One", "one"))
        self.do("showModal", layout=text("Two", "two"))
        self.assertEqual([self.shown("a"), self.shown("one"), self.shown("two")], [False, False, True])
        self.do("dismissModal", componentId="one")
        self.assertTrue(self.shown("two"))
        self.do("showModal", layout=text("Three", "three"))
        self.do("dismissAllModals")
        self.assertEqual(self.browser.texts(".display-text"), ["Below"])

    def test_a_modal_lies_over_the_gallery(self):
        self.open()
        self.browser.one(".card")
        self.do("showModal", layout=text("Over it", "t", {"modal": {"presentationStyle": "formSheet"}}))
        self.assertTrue(self.browser.one("#main").is_displayed())
        self.assertTrue(self.browser.run("return document.getElementById('main').inert"))
        self.browser.press("g", "a")
        self.browser.press(Keys.ESCAPE)
        self.until_done()
        self.assertEqual(self.browser.path, "/?screen=hall")
        self.assertFalse(self.browser.run("return document.getElementById('main').inert"))
        self.browser.one(".card").click()
        self.browser.until_tiles(1)

    def test_an_overlay_that_lets_touches_through_leaves_the_gallery_as_it_is(self):
        self.gallery.local["signs/a.html"] = ("text/html", "<!DOCTYPE html><title>Sign</title><p>We close at six</p>")
        self.open()
        self.browser.one(".card")
        self.do("showOverlay", layout=node("externalComponent", "sign", name="html", passProps={"path": "signs/a.html"}, options={"overlay": {"interceptTouchOutside": False, "takeFocus": False}}))
        self.assertTrue(self.shown("sign"))
        self.browser.one(".card").click()
        self.browser.until_tiles(1)
        self.do("dismissOverlay", componentId="sign")
        self.assertFalse(self.browser.all("[data-node=sign]"))

    def test_an_overlay_may_have_touches_focus_and_keys_for_itself(self):
        self.open()
        self.do("setRoot", root=stack("s", text("First", "a"), text("Second", "b")))
        self.do("showOverlay", layout=text("Wait", "o", {"overlay": {"handleKeyboardEvents": True}}))
        self.assertEqual(self.focused(), "o")
        self.assertTrue(self.browser.run("return document.querySelector('.display-root').inert"))
        self.browser.press(Keys.ESCAPE)
        self.browser.pass_frames()
        self.assertEqual(self.gestures(), [])
        self.do("dismissOverlay", componentId="o")
        self.assertEqual(self.focused(), "b")
        self.do("showOverlay", layout=text("Passing", "o", {"overlay": {"takeFocus": False, "interceptTouchOutside": False}}))
        self.assertEqual(self.focused(), "b")
        self.browser.press(Keys.ESCAPE)
        self.until_gesture("back")

    def test_overlays_lie_in_their_order_over_modals(self):
        self.open()
        for id in ("one", "two"):
            self.do("showOverlay", layout=text(id, id))
        self.do("showModal", layout=text("Modal", "m"))
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.display-modal, .display-overlay')].map((one) => one.querySelector('.display-text').innerText)"), ["Modal", "one", "two"])
        self.do("dismissAllOverlays")
        self.assertEqual(self.browser.texts(".display-text"), ["Modal"])
