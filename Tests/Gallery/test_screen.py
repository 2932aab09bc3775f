"""A page as a screen: a tree that a gallery, which the test makes up, tells it of."""

import json
import os
import statistics
import subprocess
import unittest

from browser import DESKTOP, PHONE, Keys
from library import BUILD
from screens import ScreenCase, component, node, stack, text

FIRST = int(os.environ.get("PHOTOD_TEST_SEED", "1"))
SEQUENCES = 400 if "PHOTOD_SOAK_SECONDS" in os.environ else 20


class JoiningTests(ScreenCase):
    def test_a_page_without_screens_is_the_gallery(self):
        self.gallery.screen = None
        self.go("/")
        self.browser.one(".card")
        self.browser.until(lambda: self.gallery.pages, "it does not listen")
        self.assertFalse(self.browser.all("#display"))
        self.assertNothingWrong()

    def test_a_screen_on_which_nothing_was_opened_is_the_gallery(self):
        self.open()
        self.browser.one(".card")
        self.assertFalse(self.browser.all("#display"))
        self.assertEqual(self.gallery.asked_as, ["hall"])
        self.assertNothingWrong()

    def test_the_page_says_how_large_it_is_and_again_when_that_changes(self):
        self.open()
        self.assertEqual(self.gallery.said[0]["constants"], {
            "width": 1440, "height": 900, "statusBarHeight": 0, "topBarHeight": 56, "bottomTabsHeight": 56, "pixelRatio": 1, "orientation": "landscape"})
        self.browser.window(PHONE)
        self.until_said(lambda said: said.get("constants", {}).get("orientation") == "portrait")

    def test_a_name_that_the_gallery_gives_is_kept_by_the_tab(self):
        self.gallery.screen = "screen1"
        self.browser.go(self.gallery.base + "/gallery")
        self.browser.run("sessionStorage.clear()")
        self.open("/")
        self.go("/month/2016-11")
        self.browser.until(lambda: len(self.gallery.asked_as) == 2, "it does not listen anew")
        self.assertEqual(self.gallery.asked_as, [None, "screen1"])

    def test_whoever_loses_its_name_takes_another(self):
        self.open()
        self.gallery.screen = "screen2"
        self.gallery.tell(event="screen", taken=True)
        self.browser.until(lambda: len(self.gallery.asked_as) == 2, "it does not ask for another name")
        self.assertEqual(self.gallery.asked_as, ["hall", None])
        self.browser.until(lambda: self.browser.run("return sessionStorage.getItem('screen')") == "screen2", "it has no other name")

    def test_a_tree_is_there_again_when_the_page_is_loaded_anew(self):
        self.gallery.state = {**self.gallery.state, "root": stack("root", text("First", "a"), text("Second", "b")), "modals": [text("Over it", "c", {"modal": {"presentationStyle": "formSheet"}})]}
        self.open()
        self.until_said(lambda said: said.get("finished") == "restore")
        self.assertTrue(self.shown("b") and self.shown("c"))
        self.assertFalse(self.browser.one("#main").is_displayed())
        self.browser.driver.refresh()
        self.browser.until(lambda: sum(said.get("finished") == "restore" for said in self.gallery.said) == 2, "it was not there again")
        self.assertTrue(self.shown("b") and self.shown("c"))
        self.assertNothingWrong()

    def test_what_was_under_way_and_what_waits_is_done_by_the_page_that_comes(self):
        self.gallery.state = {**self.gallery.state, "root": stack("root", text("First", "a")), "running": "7", "waiting": [
            {"command": "push", "commandId": "8", "componentId": "root", "layout": text("Second", "b")}]}
        self.open()
        self.until_said(lambda said: said.get("finished") == "7")
        self.until_said(lambda said: said.get("finished") == "8")
        self.assertTrue(self.shown("b"))

    def test_something_that_was_under_way_on_an_empty_screen_is_finished(self):
        self.gallery.state = {**self.gallery.state, "running": "7", "waiting": [{"command": "setRoot", "commandId": "8", "root": text("First", "a")}]}
        self.open()
        self.until_said(lambda said: said.get("finished") == "8")
        self.assertIn("7", [said.get("finished") for said in self.gallery.said])

    def test_what_is_the_same_in_a_tree_that_is_sent_again_stays_as_it_is(self):
        self.open()
        self.do("setRoot", root=stack("root", component("month", "m", month="2016-11")))
        self.browser.until_tiles(20)
        self.browser.run("document.querySelector('.display-scroller').marked = true")
        self.gallery.state = {**self.gallery.state, "root": stack("root", component("month", "m", month="2016-11"), text("Over it", "t"))}
        self.gallery.tell(**self.gallery.restore())
        self.until_said(lambda said: said.get("finished") == "restore")
        self.assertTrue(self.shown("t"))
        self.assertTrue(self.browser.run("return document.querySelector('[data-node=m] .display-scroller').marked"))

    def test_a_tree_that_was_forgotten_gives_way_to_the_gallery(self):
        self.open()
        self.do("setRoot", root=text("Here", "a"))
        self.gallery.tell(**self.gallery.restore())
        self.browser.until(lambda: self.browser.one("#main").is_displayed(), "the gallery is not back")
        self.assertFalse(self.browser.all("[data-node]"))
        self.browser.one(".card").click()
        self.browser.until_tiles(1)


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


class RandomTests(ScreenCase):
    """What is on screen is what the tree says, whatever happens."""

    def setUp(self):
        super().setUp()
        self.nothing = self.gallery.state

    def components(self, more=""):
        return sorted(self.browser.run(f"return [...document.querySelectorAll('.display-component')].filter((one) => true {more}).map((one) => one.dataset.node)"))

    def test_random_sequences_leave_on_screen_what_the_tree_says(self):
        self.gallery.local["signs/a.jpg"] = ("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="3"/>')
        sequences = subprocess.run([BUILD / "navigation-trial", str(FIRST), str(SEQUENCES), "16"], check=True, capture_output=True, text=True).stdout
        for calm in (True, False):
            self.browser.window(calm=calm)
            for line in sequences.splitlines():
                trial = json.loads(line)
                with self.subTest(seed=trial["seed"], calm=calm):
                    self.gallery.state = self.nothing
                    self.open()
                    for said in trial["inputs"]:
                        # When it is done, and that there is another page, this page says itself.
                        if "finished" not in said and "launched" not in said:
                            self.gallery.tell(event="screen", told=said)
                    self.until_idle()
                    machine = self.machine()
                    on_screen = "&& !one.closest('.display-hidden, .display-covered')"
                    self.browser.until(lambda: self.components(on_screen) == machine["visible"], f"not {machine['visible']} but {self.components(on_screen)} are on screen")
                    self.browser.until(lambda: self.components() == machine["made"], f"not {machine['made']} but {self.components()} are there")
                    # The same sent again changes nothing, and what is on screen stays the same element.
                    self.browser.run("for (const one of document.querySelectorAll('.display-component')) one.wasThere = true")
                    self.gallery.state = {**machine["json"], "waiting": []}
                    self.gallery.tell(**self.gallery.restore())
                    if machine["visible"]:
                        self.until_said(lambda said: said.get("finished") == "restore")
                        self.assertEqual(self.components(f"{on_screen} && one.wasThere"), machine["visible"])
                    self.assertEqual([one for one in self.browser.complaints() if "404" not in one], [])


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


class QuickTests(ScreenCase):
    def test_what_is_pushed_is_there_in_a_moment(self):
        self.open()
        self.do("setRoot", root=stack("s", text("First", "a")))
        for name, layout in (("text", text("Second", "b")), ("photo", component("photo", "b", id="L/3", **{"in": "month:2016-11"})), ("month", component("month", "b", month="2016-11"))):
            times = []
            for _ in range(9):
                times.append(self.do("push", componentId="s", layout=layout))
                self.do("pop", componentId="s")
            with self.subTest(name):
                self.assertLess(statistics.median(times), 100, times)
            print(f"\n{name}: {sorted(times)[4]} ms at the median, {max(times)} at most", end="")


if __name__ == "__main__":
    unittest.main()
