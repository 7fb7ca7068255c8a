import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { documentFolder, readDocumentCases } from "@/bench/support/document-cases";
import { checkDocument } from "@/server/scanner/document/check-document";

/** Minimum share of failing files in which the right clause must be found. */
const LEAST_FOUND = 0.9;

test("finds the right clause in at least 90% of veraPDF's failing files, and nothing in its passing files", () => {
  const cases = readDocumentCases();
  test.skip(cases === null, `there are no documents in ${documentFolder}`);
  const outcomes = (cases ?? []).map(({ name, clause, isFailing, path }) => {
    const { findings } = checkDocument(readFileSync(path));
    const failed = findings.filter(({ outcome }) => outcome === "failed").map((finding): string => finding.clause);
    return { name, clause, isFailing, failed };
  });
  const wrong = outcomes.filter(({ isFailing, failed }) => !isFailing && failed.length > 0);
  expect(wrong.map(({ name, failed }) => `${name}: ${failed.join(", ")}`)).toEqual([]);
  const failing = outcomes.filter(({ isFailing }) => isFailing);
  const missed = failing.filter(({ clause, failed }) => !failed.includes(clause));
  expect(failing.length).toBeGreaterThan(50);
  expect(1 - missed.length / failing.length, missed.map(({ name }) => name).join()).toBeGreaterThan(LEAST_FOUND);
});
