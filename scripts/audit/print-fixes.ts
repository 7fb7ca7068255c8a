import type { ProposedFix } from "./propose-fixes";

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const findings = (number: number): string => count(number, "finding", "findings");
const pages = (number: number): string => count(number, "page", "pages");

/** Removes control characters, because code and selectors come from the scanned pages. */
export const toPlainText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, " ");

const lines = (mark: string, code: string): string[] => code.split("\n").map((line) => `   ${mark} ${line}`);

const summariseFix = (proposed: ProposedFix, number: number): string[] => {
  const { rule_id, element, fix, cleared_findings, cleared_pages, tried_pages, placeholders, failures } = proposed;
  if (!fix) return [];
  const tried = `Tried on ${tried_pages} of the ${pages(proposed.pages)} with this finding.`;
  return [
    `${number}. ${rule_id}: ${element}`,
    `   This change clears ${findings(cleared_findings)} on ${pages(cleared_pages)}. ${tried}`,
    `   Made for ${proposed.selector} on ${proposed.page_url}`,
    ...lines("-", fix.current_code),
    ...lines("+", fix.correct_code),
    `   ${fix.explanation}`,
    ...(placeholders.length > 0 ? [`   A person has to write or confirm: ${placeholders.join(", ")}`] : []),
    ...failures.map(({ page_url, finding }) => `   Doesn't work on ${page_url}: ${finding}`),
    "",
  ];
};

/** Returns the fixes as text, with the code before and after, followed by the findings for which there is no fix. */
export const summariseFixes = (proposed: readonly ProposedFix[]): string => {
  const found = proposed.filter(({ fix }) => fix !== null);
  const missing = proposed.filter(({ fix }) => fix === null);
  const list = [
    ...(found.length > 0 ? ["Fixes, verified on the pages:", ""] : ["No fixes were found.", ""]),
    ...found.flatMap((each, index) => summariseFix(each, index + 1)),
    ...(missing.length > 0 ? ["No fix for:"] : []),
    ...missing.map(
      (each) =>
        `  ${each.rule_id}: ${each.element} (${findings(each.findings)} on ${pages(each.pages)}). ${each.finding ?? ""}`,
    ),
  ];
  return toPlainText(list.join("\n")).trimEnd();
};
