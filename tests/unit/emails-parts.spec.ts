import { expect, test } from "@playwright/test";
import { formatDuration, formatMoment, formatMoney } from "@/emails/_parts/format";
import { safeAddress, siteName } from "@/emails/_parts/safe-address";
import { changeSentence, scoreChange } from "@/emails/_parts/scan-changes";
import { describeFindings } from "@/emails/_parts/scan-results";
import { dark, light } from "@/emails/_parts/theme";

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

for (const [name, theme] of Object.entries({ light, dark })) {
  test(`in the ${name} theme, text has a contrast of at least 7:1 on every background`, () => {
    for (const ink of ["ink", "soft", "critical", "serious", "moderate", "minor", "passed"] as const) {
      for (const ground of ["canvas", "surface", "raised"] as const) {
        expect(contrast(theme[ink], theme[ground]), `${ink} on ${ground}`).toBeGreaterThanOrEqual(7);
      }
    }
    expect(contrast(theme.accent, theme.canvas), "name").toBeGreaterThanOrEqual(7);
    expect(contrast(theme.onAccent, theme.accent), "button").toBeGreaterThanOrEqual(7);
  });
}

test("formats times in UTC, whatever the offset", () => {
  expect(formatMoment("2026-11-20T09:00:00.000Z")).toBe("20 November 2026 at 09:00 UTC");
  expect(formatMoment("2026-11-20T23:30:00-02:00")).toBe("21 November 2026 at 01:30 UTC");
  expect(formatMoment("2026-11-20")).toBe("20 November 2026");
});

test("formats money with the minor units of its currency", () => {
  expect(formatMoney(14900, "eur")).toBe("EUR 149.00");
  expect(formatMoney(1234567, "USD")).toBe("USD 12,345.67");
  expect(formatMoney(500, "jpy")).toBe("JPY 500");
});

test("formats durations in everyday units", () => {
  expect([1, 59, 60, 754, 3_600, 5_430, 7_200, 200_000].map(formatDuration)).toEqual([
    "1 second",
    "59 seconds",
    "1 minute",
    "13 minutes",
    "1 hour",
    "1 hour 31 minutes",
    "2 hours",
    "2 days 7 hours",
  ]);
});

test("summarises findings by their highest impact", () => {
  const none = { critical: 0, serious: 0, moderate: 0, minor: 0 };
  expect(describeFindings(none)).toBe("The automated checks found no failures.");
  expect(describeFindings({ ...none, critical: 3, serious: 12 })).toBe("15 findings, 3 of them critical.");
  expect(describeFindings({ ...none, minor: 1 })).toBe("1 minor finding.");
});

test("describes what is new, fixed and regressed", () => {
  expect(changeSentence({ new: 2, fixed: 5, regressed: 1 })).toBe("2 new issues, 5 fixed and 1 regressed");
  expect(changeSentence({ new: 0, fixed: 1 })).toBe("1 fixed issue");
  expect(changeSentence({ new: 0, fixed: 0 })).toBe("no changes");
  expect([scoreChange(86, 82), scoreChange(82, 86), scoreChange(86, 86), scoreChange(86)]).toEqual([
    "86 out of 100, up from 82",
    "82 out of 100, down from 86",
    "86 out of 100",
    "86 out of 100",
  ]);
  expect(scoreChange(86, 82, 71.4)).toBe("71 to 86 out of 100, up from 82");
});

test("links accept http, https and mailto URLs only", () => {
  expect(safeAddress("https://a.example/?q=1")).toBe("https://a.example/?q=1");
  expect(safeAddress("mailto:a@b.example")).toBe("mailto:a@b.example");
  for (const address of ["javascript:alert(1)", " JaVaScRiPt:x", "data:text/html,x", "file:///etc", "a.example", ""]) {
    expect(safeAddress(address), address).toBeNull();
  }
  expect([siteName("https://a.example:8443/x"), siteName("a.example"), siteName("mailto:a@b.example")]).toEqual([
    "a.example:8443",
    "a.example",
    "mailto:a@b.example",
  ]);
});
