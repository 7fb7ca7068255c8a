import { expect, test } from "@playwright/test";
import { formatScore } from "@/messages/runtime/format-score";
import { bandOf, scoreBands } from "@/messages/runtime/score-bands";
import { score as texts } from "@/messages/texts/score";
import { scoreCeilings } from "@/server/core/impact";

test("every score is in the highest band that starts at or below it", () => {
  expect([0, 59.9, 60, 79.9, 80, 94.9, 95, 100].map((score) => bandOf(score).id)).toEqual([
    "most",
    "most",
    "many",
    "many",
    "some",
    "some",
    "few",
    "few",
  ]);
  expect(() => bandOf(-1)).toThrow(RangeError);
  expect(new Set(scoreBands.map(({ id }) => texts.bands[id])).size).toBe(scoreBands.length);
});

test("the highest score for a page with a critical or serious finding is in the band for that impact", () => {
  expect(bandOf(scoreCeilings.critical * 0.9).status).toBe("critical");
  expect(bandOf(scoreCeilings.serious * 0.93).status).toBe("serious");
});

test("a range shows both ends, rounded down, unless they are the same", () => {
  expect(formatScore(78.9, 62.2)).toBe("62 to 78");
  expect(formatScore(78.9, 78.1)).toBe("78");
  expect(formatScore(99.9, null)).toBe("99");
  expect(formatScore(100)).toBe("100");
});
