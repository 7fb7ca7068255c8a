import { expect, test } from "@playwright/test";
import { findSelectorFault } from "@/server/scanner/element-selectors";
import { leastCpu } from "../support/cpu";

test("accepts selectors that browsers support", () => {
  const selectors = [
    "#chat",
    ".a > b, [data-x='1'] ~ c",
    'iframe[src*="chat" i]',
    "my-chat:not(.open):has(> img, + p)",
    ":nth-child(2n+1 of li)",
    ":is(h1, h2) a",
    "#\\31 a",
    "a /* note */ b",
  ];
  for (const selector of selectors) expect(findSelectorFault(selector), selector).toBeNull();
});

test("says what is wrong with selectors that can't be used", () => {
  const faults: [string, string][] = [
    ["a[", "This isn't a valid CSS selector: Unexpected end of input."],
    ["a >", "a part of it is missing"],
    ["> a", "a part of it is missing"],
    ["a > > b", "a part of it is missing"],
    [":not(> a)", "a part of it is missing"],
    ["a, , b", "This isn't a valid CSS selector"],
    ["a, b,", "it ends with a comma"],
    ["#1a", "a part of it is missing"],
    ["a {}", "This isn't a valid CSS selector"],
    ["svg|a", "Namespaces can't be used here."],
    ["p::before", "“::before” isn't an element."],
    ["a:hover", "The pseudo-class “:hover” can't be used here."],
    ["&.x", "“&” can only be used in style sheets."],
    ["*", "This selector would leave out the whole page."],
    ["#chat, html > body", "This selector would leave out the whole page."],
    [" ", "Enter a selector."],
  ];
  for (const [selector, fault] of faults) expect(findSelectorFault(selector), selector).toContain(fault);
});

test("checks hostile selectors quickly", () => {
  const hostile = [":not(".repeat(100), "a ".repeat(250), "[a=".repeat(160), "(".repeat(500), ",".repeat(500)];
  expect(leastCpu(() => hostile.map(findSelectorFault), 500, 5)).toBeLessThan(500);
});
