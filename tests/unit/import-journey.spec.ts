import { expect, test } from "@playwright/test";
import { readAnyJourney } from "@/server/scanner/journeys/import/read-any-journey";
import { leastCpu } from "../support/cpu";

test("shortens a recording's title without splitting a character", () => {
  const title = `${"a".repeat(79)}😀`;
  const read = readAnyJourney(JSON.stringify({ title, steps: [{ type: "navigate", url: "https://shop.example/" }] }));
  expect(read).toMatchObject({ journey: { name: "a".repeat(79) } });
});

test("imports a recording from Chrome DevTools, and lists what it leaves out", () => {
  const recording = {
    title: "Buy a lamp",
    steps: [
      { type: "setViewport", width: 1280, height: 800 },
      { type: "navigate", url: "https://shop.example/", assertedEvents: [{ type: "navigation" }] },
      {
        type: "click",
        target: "main",
        selectors: [
          ["aria/Lamps", 'aria/[role="generic"]'],
          ["#lamps > a"],
          ['xpath///*[@id="lamps"]'],
          ["text/Lamps"],
        ],
        offsetX: 1,
      },
      { type: "click", selectors: [['aria/Add to basket[role="button"]'], ["button.buy"]] },
      { type: "change", value: "Ada", selectors: [["aria/Full name"], ["#name"]] },
      { type: "change", value: "hunter2-secret", selectors: [["aria/Password"], ["#pw"]] },
      { type: "keyDown", key: "Enter" },
      { type: "keyUp", key: "Enter" },
      { type: "hover", selectors: [["#menu"]] },
      { type: "click", frame: [1], selectors: [["#in-frame"]] },
      { type: "click", frame: [0, 2], selectors: [["#in-frame"]] },
    ],
  };
  const read = readAnyJourney(JSON.stringify(recording));
  expect(read).toEqual({
    source: "recorder",
    journey: {
      name: "Buy a lamp",
      steps: [
        { action: "go_to", url: "https://shop.example/" },
        { action: "click", element: { css: "#lamps > a", text: "Lamps" } },
        { action: "click", element: { role: "button", name: "Add to basket", css: "button.buy" } },
        { action: "fill", element: { label: "Full name", css: "#name" }, text: "Ada" },
        { action: "fill", element: { label: "Password", css: "#pw" }, secret: "password" },
        { action: "press", key: "Enter" },
        { action: "click", element: { css: "#in-frame", frame: { css: ":nth-match(iframe, 2)" } } },
        { action: "scan", name: "last page" },
      ],
    },
    left_out: [
      { line: null, what: "A password", why: expect.stringContaining("sign-in is entered instead") },
      { line: null, what: "Step 9: hover", why: "Journeys don't support this action." },
      { line: null, what: "Step 11: click", why: "Frames within frames can't be used." },
    ],
  });
  expect(JSON.stringify(read)).not.toContain("hunter2");
});

const script = `import { test, expect } from '@playwright/test';

test('order a lamp', async ({ page }) => {
  await page.goto('https://shop.example/');
  await page.getByRole('link', { name: 'Lamps' }).first().click();
  await page.getByLabel('Full name').fill('Ada');
  await page.getByLabel('Password').fill('hunter2-secret');
  await page.locator('#country').selectOption('at');
  await page.getByTestId('agree').check();
  await page.getByText('More').nth(1).click();
  await page.getByPlaceholder('Code').press('Enter');
  await page.keyboard.press('Escape');
  await page.waitForURL('**/thanks*');
  await expect(page.getByText('Thank you')).toBeVisible();
  await page.getByRole('button', { name: /pay/i }).click();
  await page.locator('#list').getByText('Inner').click();
  await page.evaluate(() => { globalThis.hasRun = true; });
  const name = 'x';
  await page.getByLabel(name).fill(name);
  await fetch('https://evil.example/');
});
`;

test("imports the common part of a Playwright script without running it, and lists the other lines", () => {
  const read = readAnyJourney(script);
  expect(read).toMatchObject({
    source: "playwright",
    journey: {
      name: "order a lamp",
      steps: [
        { action: "go_to", url: "https://shop.example/" },
        { action: "click", element: { role: "link", name: "Lamps", nth: 1 } },
        { action: "fill", element: { label: "Full name" }, text: "Ada" },
        { action: "fill", element: { label: "Password" }, secret: "password" },
        { action: "fill", element: { css: "#country" }, text: "at" },
        { action: "click", element: { test_id: "agree" } },
        { action: "click", element: { text: "More", nth: 2 } },
        { action: "press", element: { name: "Code" }, key: "Enter" },
        { action: "press", key: "Escape" },
        { action: "wait_for_url", url: "/thanks*" },
        { action: "wait_for_text", text: "Thank you" },
        { action: "scan", name: "last page" },
      ],
    },
  });
  const left = "left_out" in read ? read.left_out.map(({ line, why }) => `${line}: ${why}`) : [];
  expect(left).toEqual([
    "7: The password of the website's sign-in is entered instead.",
    "15: Only fixed text can be imported.",
    "16: Elements within other elements can't be imported.",
    "17: Journeys don't support this action.",
    "19: Only fixed text can be imported.",
    "20: Only calls to page and expect can be imported.",
  ]);
  expect(JSON.stringify(read)).not.toContain("hunter2");
  expect(globalThis).not.toHaveProperty("hasRun");
});

test("imports a script that was generated for Playwright's library instead of its test runner", () => {
  const generated = `const { chromium } = require('playwright');

(async () => {
  const browser = await chromium.launch({
    headless: false
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('https://shop.example.org/cart');
  await page.getByRole('button', { name: 'Check out as a guest' }).click();
  await expect(page.getByText('Delivery address')).toBeVisible();
  await page.close();

  // ---------------------
  await context.close();
  await browser.close();
})();`;
  expect(readAnyJourney(generated)).toEqual({
    source: "playwright",
    journey: {
      name: "Recording",
      steps: [
        { action: "go_to", url: "https://shop.example.org/cart" },
        { action: "click", element: { role: "button", name: "Check out as a guest" } },
        { action: "wait_for_text", text: "Delivery address" },
        { action: "scan", name: "last page" },
      ],
    },
    left_out: [],
  });
});

test("survives text that only looks like a recording or script", () => {
  const texts = [
    "await page.goto('x'",
    `page.goto(${"(".repeat(50_000)}`,
    `page.goto${".a".repeat(40_000)}`,
    `await page.goto('/');\n${"await page.getByText('a').click();\n".repeat(100)}`,
    JSON.stringify({ steps: [{ type: "hover" }] }),
    JSON.stringify({
      title: "x".repeat(5_000),
      steps: Array.from({ length: 90 }, () => ({ type: "keyDown", key: "a" })),
    }),
    JSON.stringify({ steps: [{ type: "navigate", url: "x".repeat(3_000) }] }),
  ];
  for (const text of texts) {
    const read = readAnyJourney(text);
    expect.soft("problems" in read && read.problems.length > 0, text.slice(0, 60)).toBe(true);
  }
});

test("reads only the beginning of each part that it leaves out, even if the parts are nested", () => {
  const depth = 500;
  const nested = `${"await f(".repeat(depth)}${"\n".repeat(90_000)}${")".repeat(depth)}`;
  const text = `await page.goto('/');\n${nested}`;
  const read = readAnyJourney(text);
  const left = "left_out" in read ? read.left_out : [];
  expect(left).toHaveLength(100);
  expect(left[0]?.what).toMatch(/^f\(await f\(.+…$/);
  expect(left.every(({ what }) => what.length <= 120)).toBe(true);
  expect(leastCpu(() => readAnyJourney(text), 30)).toBeLessThan(30);
});

test("imports a script's steps in frames, and lists steps in nested frames as left out", () => {
  const read = readAnyJourney(`
    await page.frameLocator('#pay').getByLabel('Card').fill('4242');
    await page.frameLocator('iframe').nth(1).getByRole('button', { name: 'Next' }).click();
    await page.locator('iframe[name="pay"]').contentFrame().getByText('Go').first().click();
    await page.getByTitle('Payment').contentFrame().getByTestId('ok').click();
    await page.frameLocator('#a').frameLocator('#b').getByText('Deep').click();
    await page.getByText('Payment').contentFrame().getByText('Go').click();
    await page.frameLocator('#pay').first().click();
    await expect(page.frameLocator('#pay').getByText('Thanks')).toBeVisible();
  `);
  expect(read).toMatchObject({
    journey: {
      steps: [
        { action: "fill", element: { label: "Card", frame: { css: "#pay" } }, text: "4242" },
        { action: "click", element: { role: "button", name: "Next", frame: { css: ":nth-match(iframe, 2)" } } },
        { action: "click", element: { text: "Go", nth: 1, frame: { css: 'iframe[name="pay"]' } } },
        { action: "click", element: { test_id: "ok", frame: { name: "Payment" } } },
        { action: "scan" },
      ],
    },
    left_out: [
      { line: 6, why: "Frames within frames can't be used." },
      { line: 7, why: "Only frames that are found by CSS selector or title can be imported." },
      { line: 8, why: "Journeys don't support this action." },
      { line: 9, why: "Journeys can wait only for text on the page itself." },
    ],
  });
});
