import { expect, test } from "@playwright/test";
import { contrastOf, nearestPassing } from "@/server/core/contrast";
import { draftFixes, explainOnly } from "@/server/domains/audits/fixes/fixers";
import { phraseFrom, phraseFromAddress } from "@/server/domains/audits/fixes/markup/guess-name";
import { listNewTexts } from "@/server/domains/audits/fixes/markup/list-new-texts";
import { tokenize } from "@/server/domains/audits/fixes/markup/tokenize";
import { readAnswer } from "@/server/domains/audits/fixes/read-answer";
import { explainRejection } from "@/server/domains/audits/fixes/read-page-fix";
import { hashSolution } from "@/server/domains/audits/fixes/solution-key";
import { cutText, redactMarkup, redactText } from "@/server/scanner/page/redact";
import { leastCpu } from "@/tests/support/cpu";
import { replayRepairs } from "@/tests/support/model";

const fix = { current_code: "<img>", correct_code: '<img alt="">', explanation: "Said." };

test("accepts only JSON of the exact shape, fenced or not [#100] [#125]", () => {
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

test("tokenises markup as a browser does, and reports unterminated markup as broken", () => {
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
  expect(kinds("<!--><i></>")).toEqual(["aside:<!-->", "open:i"]);
  expect(kinds("<script><!--<script></script>a</script>")).toEqual([
    "open:script",
    "text:<!--<script></script>a",
    "close:script",
  ]);
  expect(kinds('<noscript><p title="</noscript><b>">')).toEqual([
    "open:noscript",
    'text:<p title="',
    "close:noscript",
    "open:b",
    'text:">',
  ]);
  const broken = [
    "<p",
    '<p title="',
    "<!-- x",
    "<a b",
    "<!doctype html",
    "<script></script",
    '<a b="</',
    "<a b=1 b=2>",
  ];
  for (const html of broken) expect(tokenize(html).broken, html).toBe(true);
  for (const html of ["", "a < b", "<p>", "<br/>", "<!doctype html>", "<!-->", "a</"])
    expect(tokenize(html).broken, html).toBe(false);
});

test("keeps positions in the source and decodes character references [H3]", () => {
  const html = "<p>\r\n&eacute;\u{1f600}<b title='&lt;\r\n&#65;' c=\"x</b>";
  const { tokens } = tokenize(html);
  expect(tokens.map(({ start, end }) => html.slice(start, end)).join("")).toBe(html);
  expect(tokens[1]).toMatchObject({ kind: "text", text: "\né\u{1f600}" });
  const [, , tag] = tokens;
  expect(tag?.kind === "open" && tag.attributes).toEqual([
    { name: "title", value: "<\nA", start: html.indexOf("title"), end: html.indexOf(" c=") },
    { name: "c", value: "x</b>", start: html.indexOf("c="), end: html.length },
  ]);
});

test.describe("processes 5 MB of hostile source in linear time", () => {
  for (const part of [
    "<",
    "</",
    "<p ",
    "<p a='",
    "<!--",
    "<!-->",
    "<![CDATA[",
    "&amp",
    "<noscript></noscript>",
    "<script><!--",
  ])
    test(`splits ${part} [H3]`, () => {
      const html = part.repeat(5_000_000 / part.length);
      expect(leastCpu(() => tokenize(html), 3_000)).toBeLessThan(3_000);
    });
});

test("derives suggested names only from the code", () => {
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

test("labels a guess as a guess and a placeholder as a placeholder", () => {
  const [known] = draftFixes("image-alt", '<img src="/brass-lamp.png">');
  expect(known).toMatchObject({ correct_code: '<img src="/brass-lamp.png" alt="Brass lamp">' });
  expect(known?.explanation).toContain("is a guess based on the file name");
  const [unknown] = draftFixes("image-alt", '<img src="/8841.png">');
  expect(unknown?.explanation).toContain("is a placeholder: replace it");
  expect(draftFixes("heading-order", "<h4>x</h4>")).toEqual([]);
  const explained = explainOnly("heading-order", "<h4>x</h4>");
  expect(explained.correct_code).toBe("<h4>x</h4>");
  expect(explained.explanation).toContain("can't be changed safely");
});

test("uses the page's heading as its title, and replaces an empty title [H3]", () => {
  const heading = (html: string) => draftFixes("document-title", html)[0]?.correct_code;
  expect(heading("<html><head><title> </title></head><h1>$& for <b>$1</b></h1></html>")).toBe(
    "<html><head><title>$&amp; for $1</title></head><h1>$& for <b>$1</b></h1></html>",
  );
  expect(heading("<html><head><TITLE\n></head><h1>Lamps")).toBe(
    "<html><head><title>Name of this page – Name of the website</title></head><h1>Lamps",
  );
});

test("removes !important from spacing declarations only [H3]", () => {
  const relaxed = (style: string) =>
    draftFixes("avoid-inline-spacing", `<p style="${style}">x</p>`)[0]?.correct_code.slice('<p style="'.length, -7);
  expect(relaxed("line-height: 2 ! IMPORTANT; color: red !important;letter-spacing:1px!important")).toBe(
    "line-height: 2; color: red !important;letter-spacing:1px",
  );
  expect(relaxed("word-spacing: 1px !x !important")).toBeUndefined();
});

test("reads a figure's caption only up to its end tag [H3]", () => {
  const [draft] = draftFixes("image-alt", "<figure><img src=1.png><figcaption>A <i>lamp</i></figcaption>More</figure>");
  expect(draft?.correct_code).toContain('alt="A lamp"');
  const [open] = draftFixes("image-alt", "<figure><img src=1.png><figcaption>A lamp");
  expect(open?.explanation).toContain("is a placeholder");
});

test.describe("drafts fixes for hostile markup in linear time", () => {
  const hostile: readonly (readonly [rule_id: string, html: string])[] = [
    ["document-title", `<html>${"<h1>".repeat(30_000)}`],
    ["image-alt", `<img>${"<figcaption>".repeat(30_000)}`],
    ["avoid-inline-spacing", `<p style="${"line-height".repeat(30_000)}">`],
  ];
  for (const [rule_id, html] of hostile)
    test(`fixes ${rule_id}: ${html.slice(0, 24)} [H3]`, () => {
      expect(leastCpu(() => draftFixes(rule_id, html), 300)).toBeLessThan(300);
    });
});

test("names taken from a page can't escape from their attribute", () => {
  const [draft] = draftFixes("label", '<input id="a" placeholder="&lt;script&gt;&quot; &amp; more">');
  expect(draft?.correct_code).toMatch(/^<label for="a">&lt;script>" &amp; more<\/label> /);
  const [title] = draftFixes("image-alt", `<img title='"><b onclick=x>' src="a1.png">`);
  expect(tokenize(title?.correct_code ?? "").tokens).toHaveLength(1);
});

test("never names a link or button after its icon's file name", () => {
  const [link] = draftFixes("link-name", '<a href="#"><img src="/icons/chevron-left.svg" alt=""></a>');
  expect(link?.correct_code).not.toMatch(/chevron left/i);
  expect(link?.placeholders).toEqual(["Say where this link leads"]);
});

test("doesn't remove a role that a clickable element may need", () => {
  expect(draftFixes("aria-allowed-role", '<h2 role="button" tabindex="0">Open</h2>')).toEqual([]);
  expect(draftFixes("aria-roles", '<div role="nonsensical" onclick="go()">Open</div>')).toEqual([]);
  expect(draftFixes("aria-deprecated-role", '<p role="directory">Text</p>')).toHaveLength(1);
  const hidden = '<button role="presentation">Open</button>';
  expect(draftFixes("presentation-role-conflict", hidden)[0]?.correct_code).toBe("<button>Open</button>");
});

test("lists placeholders for text that only a person can write", () => {
  const placeholders = (rule_id: string, html: string) => draftFixes(rule_id, html)[0]?.placeholders;
  expect(placeholders("image-alt", '<img src="/brass-lamp.png">')).toEqual(["Brass lamp"]);
  expect(placeholders("image-alt", '<img src="/brass-lamp.png" title="Our lamp">')).toEqual([]);
  expect(placeholders("document-title", "<html><head></head></html>")).toHaveLength(1);
  const before = '<a href="/" title="Home"><img src="a.png"></a>';
  expect(listNewTexts(before, '<a href="/" title="Home"><img src="a.png" alt="Our logo"> Home</a>')).toEqual([
    "Our logo",
  ]);
});

test("finds the nearest colour with enough contrast according to WCAG's formula", () => {
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

test("the cache key depends on the rule, the model and the code, but not on the code's indentation", () => {
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

test("redacts a million hostile characters within the test's timeout", () => {
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

test("makes a closed drawer inert, and removes aria-hidden from other elements", () => {
  const fixesOf = (html: string) => draftFixes("aria-hidden-focus", html).map(({ correct_code }) => correct_code);
  const link = '<a href="/wool">More on care</a>';
  expect(fixesOf(`<div id="cart-drawer" aria-hidden="true">${link}</div>`)).toEqual([
    `<div id="cart-drawer" aria-hidden="true" inert="">${link}</div>`,
  ]);
  expect(fixesOf(`<p class="withdrawer" aria-hidden="true">${link}</p>`)).toEqual([
    `<p class="withdrawer">${link}</p>`,
  ]);
  expect(draftFixes("aria-hidden-body", '<body class="sidebar-open" aria-hidden="true">')).toHaveLength(1);
});

test("names the colour scheme in which a change was rejected", () => {
  const rejected = { detail: "color-contrast: too pale", colour_scheme: null };
  expect(explainRejection("heading-order", "breaks_rule", rejected)).toBe(
    "On the page, the change would cause another rule to fail: color-contrast.",
  );
  const inDark = explainRejection("color-contrast", "still_fails", { detail: "", colour_scheme: "dark" });
  expect(inDark).toBe("In dark mode, “color-contrast” would still fail.");
});
