import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "@/scripts/support/root";
import { parseJourney } from "@/server/scanner/journeys/parse-journey";
import { nameScanPoint, readScanPoint, scanPointUrl } from "@/server/scanner/journeys/scan-point";

const problemsOf = (text: string) => {
  const parsed = parseJourney(text);
  return "problems" in parsed ? parsed.problems : [];
};

test("reads YAML, which includes JSON", () => {
  const journey = {
    name: "Search",
    steps: [
      { action: "go_to", url: "/search" },
      { action: "scan", name: "results" },
    ],
  };
  const yaml = "name: Search\nsteps:\n  - action: go_to\n    url: /search\n  - { action: scan, name: results }\n";
  expect(parseJourney(yaml)).toEqual({ journey });
  expect(parseJourney(JSON.stringify(journey))).toEqual({ journey });
  expect(parseJourney(readFileSync(join(root, "demo/checkout.yaml"), "utf8"))).toMatchObject({
    journey: { name: "Checkout" },
  });
});

test("names the line of each error", () => {
  const text = [
    "name: Search",
    "steps:",
    "  - action: go_to",
    "  - action: jump",
    "  - action: fill",
    "    element: {}",
    "    text: a",
    "    secret: password",
    "  - action: scan",
    "    name: Results",
    "  - action: scan",
    "    name: results",
    "  - action: press",
    "    key: rm -rf",
  ].join("\n");
  expect(problemsOf(text)).toEqual([
    { line: 3, message: "step 1 url: This field is required (string)." },
    {
      line: 4,
      message: expect.stringContaining("step 2 action: Unknown action. Use one of go_to, click"),
    },
    { line: 6, message: expect.stringContaining("step 3 element: Say how to find the element") },
    { line: 5, message: "step 3: Give either text or secret." },
    { line: 14, message: expect.stringContaining("step 6 key: Specify a key") },
  ]);
  const twice = "name: A\nsteps: [{ action: scan, name: Results }, { action: scan, name: results }]";
  expect(problemsOf(twice)).toMatchObject([{ message: expect.stringContaining("a name of its own") }]);
});

test("refuses YAML that is too large or contains anything other than plain data, without expanding aliases", () => {
  const bomb = [
    "a: &a [x, x]",
    ...[..."bcdefghij"].map((name, at) => `${name}: &${name} [*${"abcdefghi"[at]}, *${"abcdefghi"[at]}]`),
  ];
  const wrong = [
    bomb.join("\n"),
    "name: &n A\nsteps: [{ action: scan, name: *n }]",
    "name: !!js/function 'x'\nsteps: [{ action: scan, name: a }]",
    "name: A\nname: B\nsteps: [{ action: scan, name: a }]",
    "name: A\nsteps: [",
    "[".repeat(60_000),
    "- ".repeat(40_000),
    `name: ${"a".repeat(100_000)}`,
    `name: A\nsteps: [${"{ action: scan, name: a }, ".repeat(61)}]`,
    "__proto__: { a: 1 }\nname: A\nsteps: [{ action: scan, name: a }]",
    "42",
    "",
  ];
  const started = performance.now();
  for (const text of wrong) {
    const problems = problemsOf(text);
    expect.soft(problems.length, text.slice(0, 60)).toBeGreaterThan(0);
    expect.soft(JSON.stringify(problems).length).toBeLessThan(3_000);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("identifies a scan point by its journey and its name, not by its URL", () => {
  const point = { journey: "Check/out #1", page: "délivery & more" };
  const url = scanPointUrl("https://shop.example/start?a=1#top", point);
  expect(url).toBe("https://shop.example/start#/journeys/Check%2Fout%20%231/d%C3%A9livery%20%26%20more");
  expect(readScanPoint(url)).toEqual(point);
  expect(nameScanPoint(point)).toBe("Check/out #1: délivery & more");
  for (const other of [
    "https://shop.example/",
    "https://shop.example/#/journeys/a",
    "https://shop.example/#/journeys/%/a",
  ])
    expect(readScanPoint(other)).toBeNull();
});
