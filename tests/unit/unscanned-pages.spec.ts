import { expect, test } from "@playwright/test";
import { explainUnscanned, groupUnscanned } from "@/messages/runtime/unscanned-pages";
import { unscannedPages } from "@/messages/texts/unscanned-pages";
import { readReport } from "@/server/domains/reports/pdf/model/report-model";
import { nextSteps, scopeOf } from "@/server/domains/reports/pdf/model/summary";
import { ReportData } from "@/server/domains/reports/report-data";
import { wallCodes } from "@/server/scanner/page/walls/recognise-wall";

test("every kind of wall, and the failure of a journey, has a reason in words and advice", () => {
  const reasons = Object.keys(unscannedPages.reasons).filter((reason) => reason !== "other");
  expect(reasons.sort()).toEqual([...wallCodes, "journey_failed"].sort());
  expect(Object.keys(unscannedPages.advice).sort()).toEqual(Object.keys(unscannedPages.reasons).sort());
});

test("groups pages by reason, most pages first, and errors other than walls last", () => {
  const counts = [
    { code: "timeout", pages: 5 },
    { code: "bot_wall", pages: 1 },
    { code: "http_error", pages: 4 },
    { code: "login_page", pages: 3 },
    { code: "toString", pages: 1 },
  ];
  expect(groupUnscanned(counts)).toEqual([
    { reason: "login_page", pages: 3 },
    { reason: "bot_wall", pages: 1 },
    { reason: "other", pages: 10 },
  ]);
  expect(explainUnscanned(14, counts)).toBe(
    "14 pages weren't scanned: 3 need a sign-in, 1 was blocked by bot protection and 10 couldn't be loaded or checked",
  );
  expect(explainUnscanned(1, [])).toBe("1 page wasn't scanned");
});

test("a report says why pages weren't scanned, and ignores reasons that it can't read", () => {
  const reportOf = (not_scanned: unknown) =>
    readReport(
      ReportData.parse({ website: { name: "A" }, audit: { pages_scanned: 40, pages_failed: 2, not_scanned } }),
    );
  const model = reportOf([{ code: "login_page", pages: 2 }]);
  expect(scopeOf(model)).toBe("40 pages; 2 pages were not scanned");
  expect(nextSteps(model)).toContainEqual(
    "2 pages weren't scanned: 2 need a sign-in. Fix the causes, then scan the pages again.",
  );
  for (const unreadable of [undefined, null, "login_page", [{ code: 7 }], [{ code: "soft_404", pages: -1 }]])
    expect(nextSteps(reportOf(unreadable))).toContainEqual(
      "2 pages weren't scanned. Fix the causes, then scan the pages again.",
    );
});
