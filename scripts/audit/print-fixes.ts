import type { ProposedFix } from "./propose-fixes";

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const findings = (number: number): string => count(number, "finding", "findings");
const pages = (number: number): string => count(number, "page", "pages");

/** Removes control characters, because code and selectors come from the scanned pages. */
export const toPlainText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, " ");

const lines = (mark: string, code: string): string[] => code.split("\n").map((line) => `   ${mark} ${line}`);

const describeTrials = ({ tried_pages, pages: all }: ProposedFix): string => {
  if (tried_pages < all) return `Tried on ${tried_pages} of the ${all} pages with this finding.`;
  return all === 1 ? "Tried on the only page with this finding." : `Tried on all ${all} pages with this finding.`;
};

const summariseFix = (proposed: ProposedFix, numberOf: (index: number) => number): string[] => {
  const { rule_id, element, fix, cleared_findings, cleared_pages, placeholders, failures } = proposed;
  if (!fix) return [];
  if (proposed.same_as !== null)
    return [
      `${rule_id}: ${element}`,
      `   Change ${numberOf(proposed.same_as)} also works here. ${describeTrials(proposed)}`,
      "",
    ];
  return [
    `${rule_id}: ${element}`,
    `   This change clears ${findings(cleared_findings)} on ${pages(cleared_pages)}. ${describeTrials(proposed)}`,
    `   Created for ${proposed.selector} on ${proposed.page_url}`,
    ...lines("-", fix.current_code),
    ...lines("+", fix.correct_code),
    `   ${fix.explanation}`,
    ...(placeholders.length > 0 ? [`   A person has to write or confirm: ${placeholders.join(", ")}`] : []),
    ...(proposed.conflicts_with === null
      ? []
      : [`   Change ${numberOf(proposed.conflicts_with)} affects the same CSS rule, so choose one of the two.`]),
    ...failures.map(({ page_url, finding }) => `   Doesn't work on ${page_url}: ${finding}`),
    "",
  ];
};

/** Returns the fixes as text, with the code before and after, followed by the findings for which there is no fix. */
export const summariseFixes = (proposed: readonly ProposedFix[]): string => {
  const found = proposed.filter(({ fix }) => fix !== null);
  const numberOf = (index: number): number => proposed.slice(0, index + 1).filter(({ fix }) => fix !== null).length;
  const missing = proposed.filter(({ fix }) => fix === null);
  const list = [
    ...(found.length > 0 ? ["Fixes, verified on the pages:", ""] : ["No fixes were found.", ""]),
    ...found.flatMap((each, index) => {
      const [title = "", ...rest] = summariseFix(each, numberOf);
      return [`${index + 1}. ${title}`, ...rest];
    }),
    ...(missing.length > 0 ? ["No fix for:"] : []),
    ...missing.map(
      (each) =>
        `  ${each.rule_id}: ${each.element} (${findings(each.findings)} on ${pages(each.pages)}). ${each.finding ?? ""}`,
    ),
  ];
  return toPlainText(list.join("\n")).trimEnd();
};
