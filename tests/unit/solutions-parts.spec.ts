import { expect, test } from "@playwright/test";
import { draftFixes, explainOnly } from "@/server/features/solutions/fixers";
import { contrastOf, nearestPassing } from "@/server/features/solutions/fixers/contrast";
import { phraseFrom, phraseFromAddress } from "@/server/features/solutions/markup/guess-name";
import { tokenize } from "@/server/features/solutions/markup/tokenize";
import { readAnswer } from "@/server/features/solutions/read-answer";
import { hashSolution } from "@/server/features/solutions/solution-key";
import { cutText, redactMarkup, redactText } from "@/server/scanner/page/redact";
import { replayRepairs } from "@/tests/support/model";

const fix = { current_code: "<img>", correct_code: '<img alt="">', explanation: "Said." };

test("an answer is JSON of exactly the shape, fenced or not [#100] [#125]", () => {
  const json = JSON.stringify(fix);
  for (const answer of [
    json,
    ` ${json}\n`,
    `\`\`\`json\n${json}\n\`\`\``,
    `\`\`\`\n${JSON.stringify(fix, null, 2)}\n\`\`\`\n`,
  ])
    expect(readAnswer(answer)).toEqual({ fix });
  const wrong = [
    "",
    "Sure! Here it is:",
    `Here: ${json}`,
    `${json} Enjoy!`,
    "[]",
    "null",
    JSON.stringify({ ...fix, note: "x" }),
    JSON.stringify({ current_code: "a", correct_code: "b" }),
    JSON.stringify({ ...fix, explanation: 7 }),
    JSON.stringify({ ...fix, explanation: " " }),
    JSON.stringify({ ...fix, correct_code: "" }),
    `${json}${json}`,
  ];
  for (const answer of wrong) expect(readAnswer(answer), answer).toHaveProperty("problem");
});

test("markup is read as a browser reads it, and what does not end is called broken", () => {
  const kinds = (html: string) =>
    tokenize(html).tokens.map((token) => `${token.kind}:${"name" in token ? token.name : token.text}`);
  expect(kinds("<p>a < b<br/></p><!-- x --><title>a<b></title>")).toEqual([
    "open:p",
    "text:a < b",
    "open:br",
    "close:p",
    "aside:<!-- x -->",
    "open:title",
    "text:a<b>",
    "close:title",
  ]);
  const [tag] = tokenize("<IMG/SRC=a.png alt='x > y' data-a=\"1\" checked/onload=go()>").tokens;
  expect(tag?.kind === "open" && tag.attributes.map(({ name, value }) => [name, value])).toEqual([
    ["src", "a.png"],
    ["alt", "x > y"],
    ["data-a", "1"],
    ["checked", ""],
    ["onload", "go()"],
  ]);
  for (const html of ["<p", '<p title="', "<!-- x", "<a b"]) expect(tokenize(html).broken, html).toBe(true);
  for (const html of ["", "a < b", "<p>", "<br/>", "<!doctype html>"]) expect(tokenize(html).broken, html).toBe(false);
});

test("names come from what the code tells, and from nothing else", () => {
  expect(phraseFromAddress("/img/blue-tea_pot.final.jpg?w=2")).toBe("Blue tea pot");
  expect(phraseFrom("salesChart")).toBe("Sales chart");
  for (const empty of [
    "IMG_20260412.jpg",
    "/a/9f8e7d6c.webp",
    "data:image/gif;base64,AAAA",
    "",
    "https://example.org/",
  ])
    expect(phraseFromAddress(empty)).toBeNull();
});

test("a guess is called a guess, a placeholder a placeholder", () => {
  const [known] = draftFixes("image-alt", '<img src="/brass-lamp.png">');
  expect(known).toMatchObject({ correct_code: '<img src="/brass-lamp.png" alt="Brass lamp">' });
  expect(known?.explanation).toContain("is a guess from the file's name");
  const [unknown] = draftFixes("image-alt", '<img src="/8841.png">');
  expect(unknown?.explanation).toContain("is a placeholder that you have to replace");
  expect(draftFixes("heading-order", "<h4>x</h4>")).toEqual([]);
  const explained = explainOnly("heading-order", "<h4>x</h4>");
  expect(explained.correct_code).toBe("<h4>x</h4>");
  expect(explained.explanation).toContain("does not say enough");
});

test("names that a page gives can't leave the attribute they are put in", () => {
  const [draft] = draftFixes("label", '<input id="a" placeholder="&lt;script&gt;&quot; &amp; more">');
  expect(draft?.correct_code).toMatch(/^<label for="a">&lt;script>" &amp; more<\/label> /);
  const [title] = draftFixes("image-alt", `<img title='"><b onclick=x>' src="a1.png">`);
  expect(tokenize(title?.correct_code ?? "").tokens).toHaveLength(1);
});

test("the nearest colour that passes is found, and is the one that WCAG's formula calls so", () => {
  expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  expect(contrastOf([0x76, 0x76, 0x76], [255, 255, 255])).toBeCloseTo(4.54, 2);
  for (const ground of [
    [255, 255, 255],
    [0, 0, 0],
    [120, 120, 120],
    [200, 30, 90],
  ] as const) {
    const colour = nearestPassing([130, 130, 130], ground, 4.5);
    expect(colour && contrastOf(colour, ground)).toBeGreaterThanOrEqual(4.5);
  }
});

test("the key tells rules, models and codes apart, and not how the code is indented", () => {
  const subject = { family: "alt", rule_id: "image-alt", html: "<img  src=a>\n" } as const;
  const same = hashSolution({ ...subject, html: " <img src=a>" }, null);
  expect(hashSolution(subject, null)).toBe(same);
  expect(same).toMatch(/^[0-9a-f]{64}$/);
  for (const other of [
    { ...subject, rule_id: "area-alt" },
    { ...subject, html: "<img src=b>" },
    { ...subject, family: "label" as const },
  ])
    expect(hashSolution(other, null)).not.toBe(same);
  expect(hashSolution(subject, replayRepairs())).not.toBe(same);
});

test("a million hostile characters are redacted well before this test would be given up", () => {
  const hostile = [
    "a",
    "a-",
    "-eyJ",
    "?token",
    "<textarea",
    "<meta token ",
    " data-token",
    "a.b@",
    "?a=",
    '<input value="',
    "sk-",
    "Aa1-",
  ];
  for (const part of hostile) expect(redactMarkup(part.repeat(1_000_000 / part.length)), part).not.toBe("");
  expect(redactText("x ?a=1?token=abc&sid=9;key=8 y")).toBe("x ?a=1?token=…&sid=… y");
  expect(cutText("abcdef", 4)).toBe("abc…");
});
