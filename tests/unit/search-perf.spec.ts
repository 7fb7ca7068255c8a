import "@/tests/support/environment";
import { expect, test } from "@playwright/test";
import { guessProperty } from "@/server/domains/monitoring/search-performance/guess-property";
import { readRange } from "@/server/domains/monitoring/search-performance/range";

const guesses: { site: string; among: string[]; is: string | null }[] = [
  {
    site: "https://shop.example/",
    among: ["https://shop.example/", "sc-domain:shop.example"],
    is: "sc-domain:shop.example",
  },
  {
    site: "https://www.shop.example/",
    among: ["https://www.shop.example/", "sc-domain:shop.example"],
    is: "sc-domain:shop.example",
  },
  {
    site: "https://shop.example/de/",
    among: ["https://shop.example/", "https://shop.example/de/"],
    is: "https://shop.example/de/",
  },
  {
    site: "https://blog.shop.example/",
    among: ["sc-domain:shop.example", "https://blog.shop.example/"],
    is: "https://blog.shop.example/",
  },
  {
    site: "https://blog.shop.example/",
    among: ["sc-domain:shop.example", "sc-domain:example"],
    is: "sc-domain:shop.example",
  },
  {
    site: "https://shop.example/",
    among: ["http://www.shop.example/", "https://shop.example/de/"],
    is: "http://www.shop.example/",
  },
  {
    site: "https://shop.example/",
    among: ["sc-domain:workshop.example", "sc-domain:other.example", "android-app://x/"],
    is: null,
  },
  { site: "https://shop.example/", among: ["nonsense", "sc-domain:"], is: null },
  { site: "https://shop.example/", among: [], is: null },
];
for (const { site, among, is } of guesses)
  test(`chooses ${is ?? "no property"} for ${site} from ${among.join(" and ") || "no properties"}`, () => {
    expect(guessProperty(site, among)).toBe(is);
    expect(guessProperty(site, among.toReversed())).toBe(is);
  });

const now = new Date("2026-11-20T00:00:01Z");

test("the default range is the 28 days up to yesterday", () => {
  expect(readRange({}, now)).toEqual({ from: "2026-10-23", to: "2026-11-19" });
  expect(readRange({ to: "2026-03-01" }, now)).toEqual({ from: "2026-02-02", to: "2026-03-01" });
  expect(readRange({ from: "2026-11-20" }, now)).toEqual({ from: "2026-11-20", to: "2026-11-20" });
  expect(readRange({ to: "2025-07-25" }, now)).toEqual({ from: "2025-07-20", to: "2025-07-25" });
});

test("a range starts no earlier than the same day 16 months ago, or the last day of that month if it is shorter, and doesn't extend into the future", () => {
  expect(readRange({ from: "2025-07-20", to: "2026-11-20" }, now)).toEqual({ from: "2025-07-20", to: "2026-11-20" });
  const end = new Date("2026-06-30T12:00:00Z");
  expect(readRange({ from: "2025-02-28" }, end)).toMatchObject({ from: "2025-02-28" });
  const wrong = [
    { from: "2025-07-19" },
    { to: "2026-11-21" },
    { from: "2026-11-02", to: "2026-11-01" },
    { to: "2025-07-19" },
  ];
  for (const given of wrong) expect(() => readRange(given, now)).toThrow("Invalid input");
});
