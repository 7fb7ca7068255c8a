import { expect, test } from "@playwright/test";
import {
  adviseOnRule,
  criterionUrl,
  markFailingPart,
  rulesWithAdvice,
  wcagCriteria,
} from "@/server/domains/audits/rules";
import { accessibilityFormula } from "@/server/scanner/accessibility-score";
import { ruleCatalogue } from "@/server/scanner/page/rule-catalogue";

const banned = /\b(compliant|compliance|certified|simply|just|100% accessible)\b/i;

test("every engine rule has advice, and all advice belongs to a rule", () => {
  expect(rulesWithAdvice.toSorted()).toEqual([...ruleCatalogue.keys()].sort());
});

test("advice consists of complete sentences in plain words", () => {
  const sentences = rulesWithAdvice.map((id) => adviseOnRule(id)).flatMap(({ who, why, fix }) => [who, why, fix]);
  expect(sentences.filter((text) => !/^[A-Z"].*[.]$/.test(text))).toEqual([]);
  expect(sentences.filter((text) => banned.test(text))).toEqual([]);
  expect(sentences.filter((text) => text.length >= 260)).toEqual([]);
});

test("a rule for which we have no advice uses the engine's text", () => {
  const advice = adviseOnRule("toString", { help: "Do this", description: "It matters" });
  expect(advice).toMatchObject({ why: "It matters.", fix: "Do this." });
  expect(adviseOnRule("unknown-rule").fix).toContain("unknown-rule");
});

test("ends the engine's text with the full stop of the text's writing system, unless it already ends with punctuation", () => {
  const whole = [
    "画像に代替テキストを付ける。",
    "Wirklich?",
    "Er sagte „Nein!“",
    "छवि का पाठ दें।",
    "هل هو مرئي؟",
    "ใส่ข้อความแทนรูปภาพ",
  ];
  for (const help of whole) expect(adviseOnRule("of-others", { help }).fix).toBe(help);
  expect(adviseOnRule("of-others", { help: "画像に名前 " }).fix).toBe("画像に名前。");
  expect(adviseOnRule("of-others", { help: "تسمية الصورة" }).fix).toBe("تسمية الصورة.");
});

test("the score's formula states how many criteria WCAG 2.2 has at levels A and AA, and at level AAA", () => {
  const strict = wcagCriteria.filter(({ level }) => level === "AAA").length;
  expect(accessibilityFormula).toContain(`each of the ${wcagCriteria.length - strict} WCAG 2.2 success criteria`);
  expect(accessibilityFormula).toContain(`each of the ${strict} at level AAA`);
});

test("each criterion at levels A, AA and AAA has the URL of its explanation", () => {
  expect(wcagCriteria.map(({ criterion }) => criterionUrl(criterion)).filter(Boolean)).toHaveLength(86);
  expect(criterionUrl("3.3.4")).toBe(
    "https://www.w3.org/WAI/WCAG22/Understanding/error-prevention-legal-financial-data",
  );
  expect(criterionUrl("4.1.1")).toBeNull();
});

test("marks the opening tag, attributes or text of a snippet, and keeps the whole snippet", () => {
  const html = '<a id="x" class="y > z" href=/p><b>Read</b> more</a>';
  const marked = (parts: ReturnType<typeof markFailingPart>) =>
    parts.filter((part) => part.highlighted).map((part) => part.text);
  expect(marked(markFailingPart(html, "tag"))).toEqual(['<a id="x" class="y > z" href=/p>']);
  expect(marked(markFailingPart(html, "text"))).toEqual(["Read"]);
  expect(marked(markFailingPart(html, { attributes: ["href", "id"] }))).toEqual(['id="x"', "href=/p"]);
  expect(marked(markFailingPart(html, { attributes: ["role"] }))).toEqual(['<a id="x" class="y > z" href=/p>']);
  for (const failingPart of ["tag", "text", { attributes: ["class"] }] as const) {
    for (const snippet of [html, "", "text only", "<img alt='unclosed", "<<>>", "<p></p>"]) {
      const joined = markFailingPart(snippet, failingPart)
        .map((part) => part.text)
        .join("");
      expect(joined).toBe(snippet);
    }
  }
});
