import { expect, test } from "@playwright/test";
import { componentLabel } from "@/server/scanner/component";
import { findComponent } from "@/server/scanner/page/find-component";
import type { Place } from "@/server/scanner/page/probe/record-places";

/**
 * Returns the component of the last element in a path such as "body > main > div.card > a". Each element is written as
 * tag, [role], #id and .classes.
 */
const componentOf = (line: string): string | undefined => {
  const places = line.split(" > ").map((text, index): Place => {
    const [, tag = "", role = "", id = "", classes = ""] =
      /^([\w-]+)(?:\[([\w-]+)\])?(?:#([\w-]+))?((?:\.\S+)*)$/.exec(text) ?? [];
    return { tag, role, id, classes: classes.split(".").filter(Boolean), parent: index === 0 ? null : index - 1 };
  });
  return findComponent(places, places.length - 1);
};
const labelOf = (line: string) => componentLabel(componentOf(`html > body > ${line}`) ?? null);

test("a component's label consists of the nearest landmark and the innermost block around an element", () => {
  expect(labelOf("header.site-header > nav > ul.menu > li > a")).toBe("nav > ul.menu");
  expect(labelOf("div.app > main > section.hero > div.card > button")).toBe("section.hero > div.card");
  expect(labelOf("div[navigation].top-menu > a")).toBe("div[role=navigation].top-menu");
  expect(labelOf("shop-cart > button")).toBe("shop-cart");
  expect(labelOf("nav.site-nav")).toBe("nav.site-nav");
  expect(labelOf("footer#colophon > a")).toBe("footer#colophon");
});

test("an element in a block belongs to that block, and an item to its list", () => {
  expect(labelOf("main > div.card > div.card-body > a.btn")).toBe("main > div.card");
  expect(labelOf("main > div.post__list > div.post__list_item > a")).toBe("main > div.post__list");
  expect(labelOf("main > ul.products > li.product > a")).toBe("main > ul.products");
});

test("ignores numbers, generated names, states and layout classes", () => {
  const one = componentOf("html > body > main > div.post-12.active.col-md-6 > a");
  expect(componentOf("html > body > main > div.d-flex.post-7 > a")).toBe(one);
  expect(componentLabel(one ?? null)).toBe("main > div.post-#");
  const built = componentOf("html > body > nav.Nav_root__3kX9a > a");
  expect(componentOf("html > body > nav.Nav_root__9bQ2z.is-open > a")).toBe(built);
  expect(componentLabel(built ?? null)).toBe("nav.Nav_root");
  expect(componentOf("html > body > nav.css-1q2w3e > a")).toBe(componentOf("html > body > nav.sc-zzTop > a"));
});

test("the same path elsewhere on the page is a different component with the same label", () => {
  const inHeader = componentOf("html > body > header > nav > ul.links > a");
  const inFooter = componentOf("html > body > footer > nav > ul.links > a");
  expect(componentLabel(inHeader ?? null)).toBe(componentLabel(inFooter ?? null));
  expect(inHeader).not.toBe(inFooter);
});

test("an element outside any named component belongs to the page itself", () => {
  expect(labelOf("a")).toBe("body");
  expect(labelOf("div.container > div.row > a")).toBe("body");
  expect(componentLabel(componentOf("html > head > title") ?? null)).toBe("head");
  expect(componentLabel(componentOf("html") ?? null)).toBe("head");
  expect(findComponent([], null)).toBeUndefined();
  expect(findComponent([], 3)).toBeUndefined();
});

test("removes URLs and keys from class names and ids", () => {
  const name = componentOf("html > body > main#sk_live_abcdefghijklmnop > a");
  expect(name).not.toContain("sk_live_abcdefghijklmnop");
});
