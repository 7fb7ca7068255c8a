import { assignFingerprints, type Finding } from "@/server/domains/audits/recognition/assign-fingerprints";
import { createFingerprint } from "@/server/domains/audits/recognition/fingerprint";
import { pageKey } from "@/server/domains/audits/recognition/page-key";
import { readSignals } from "@/server/domains/audits/recognition/signals";
import type { PageResult } from "@/server/scanner/contract";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

/** Matches the attribute that labels an element in an example. Neither axe nor the signals use it. */
const label = /x:l="(\w+)"/;

const findingsOf = ({ final_url, axe }: PageResult): (Finding & { label: string })[] =>
  [...(axe?.violations ?? []), ...(axe?.incomplete ?? [])].flatMap(({ rule_id, nodes }) =>
    nodes.map((node, order) => ({
      id: `${rule_id} ${order} ${final_url}`,
      rule_id,
      page_url: final_url,
      page: pageKey(final_url),
      selector: node.selector,
      signals: readSignals({ ...node, html: node.html.replace(/ x:l="\w+"/g, "") }, order),
      fingerprint: createFingerprint(rule_id, final_url, node.selector),
      label: label.exec(node.html)?.[1] ?? "",
    })),
  );

/** Returns a comparison as a person would see it: "A=B" for B recognised as A, "+B" for new and "-A" for fixed. */
const compare = async (before: readonly PageResult[], after: readonly PageResult[]): Promise<string> => {
  const [issues, now] = [before.flatMap(findingsOf), after.flatMap(findingsOf)];
  const { fingerprints } = await assignFingerprints({
    audit_id: "after",
    findings: { now, before: issues },
    pages: { now: after, before },
  });
  const given = now.map((each) => ({ ...each, fingerprint: fingerprints.get(each.id) ?? each.fingerprint }));
  const known = new Map(issues.map((issue) => [issue.fingerprint, issue.label]));
  const still = new Set(given.map(({ fingerprint }) => fingerprint));
  return [
    ...given.map((each) => {
      const earlier = known.get(each.fingerprint);
      return earlier === undefined ? `+${each.label}` : `${earlier}=${each.label}`;
    }),
    ...issues.filter(({ fingerprint }) => !still.has(fingerprint)).map((issue) => `-${issue.label}`),
  ]
    .sort()
    .join(" ");
};

const pale = `style="color:#bbb;background:#fff"`;
const image = (name: string, alt = "") => `<img x:l="${name}" src="/${name}.png"${alt}>`;
const row = (name: string, product: string) =>
  `<tr><td>${product}</td><td><button x:l="${name}"><svg width="30" height="30"></svg></button></td></tr>`;
const table = (...rows: string[]) => `<table><tbody>${rows.join("")}</tbody></table>`;
const post = (name: string, title: string, slug: string) =>
  `<article><h2>${title}</h2><a x:l="${name}" ${pale} href="/news/${slug}">Read more</a></article>`;
const tool = (name: string) => `<button x:l="${name}"><svg width="30" height="30"></svg></button>`;

interface Edit {
  before: string;
  after: string;
  seen: string;
}

const edits: Record<string, Edit> = {
  "a spelling mistake is corrected": {
    before: `<p x:l="A" ${pale}>We are open from nine to fife</p>`,
    after: `<p x:l="A" ${pale}>We are open from nine to five</p>`,
    seen: "A=A",
  },
  "the only subtitle is rewritten": {
    before: `<p class="subtitle" x:l="A" ${pale}>Summer sale</p><p>More</p>`,
    after: `<p class="subtitle" x:l="A" ${pale}>New for autumn</p><p>More</p>`,
    seen: "A=A",
  },
  "an image is replaced by another": { before: image("A"), after: image("B"), seen: "+B -A" },
  "a similar element is added before the others": {
    before: image("A") + image("B"),
    after: image("C") + image("A") + image("B"),
    seen: "+C A=A B=B",
  },
  "the second of three elements is fixed": {
    before: image("A") + image("B") + image("C"),
    after: image("A") + image("B", ' alt="The harbour"') + image("C"),
    seen: "-B A=A C=C",
  },
  "an element moves to another part of the page": {
    before: `<p x:l="A" ${pale}>Prices include delivery</p><aside><p>Contact</p></aside>`,
    after: `<aside><p>Contact</p><p x:l="A" ${pale}>Prices include delivery</p></aside>`,
    seen: "A=A",
  },
  "two rows swap places": {
    before: table(row("A", "Green lamp"), row("B", "Oak chair")),
    after: table(row("B", "Oak chair"), row("A", "Green lamp")),
    seen: "A=A B=B",
  },
  "a row is removed and another is added": {
    before: table(row("A", "Green lamp"), row("B", "Oak chair")),
    after: table(row("B", "Oak chair"), row("C", "Wool carpet")),
    seen: "+C -A B=B",
  },
  "one element is fixed and another breaks": {
    before: image("A") + image("B", ' alt="The harbour"'),
    after: image("A", ' alt="The castle"') + image("B"),
    seen: "+B -A",
  },
  "a button becomes a link with the same text": {
    before: `<button x:l="A" ${pale}>Add to basket</button>`,
    after: `<a x:l="A" ${pale} href="/basket">Add to basket</a>`,
    seen: "A=A",
  },
  "a heading's level changes": {
    before: `<h2 x:l="A" ${pale}>Opening hours</h2>`,
    after: `<h3 x:l="A" ${pale}>Opening hours</h3>`,
    seen: "A=A",
  },
  "one of three identical elements is removed": {
    before: `<p>Tools</p>${tool("A")}${tool("A")}${tool("A")}`,
    after: `<p>Tools</p>${tool("A")}${tool("A")}`,
    seen: "-A A=A A=A",
  },
  "the oldest news item is removed when another is added": {
    before: post("A", "A new harbour", "harbour") + post("B", "Bridge closed", "bridge"),
    after: post("C", "Library opens", "library") + post("A", "A new harbour", "harbour"),
    seen: "+C -B A=A",
  },
};

/** Findings for other rules are left out. */
const rules = ["image-alt", "button-name", "color-contrast"];
const only = (pages: PageResult[]): PageResult[] =>
  pages.map((page) => ({
    ...page,
    axe: page.axe && {
      ...page.axe,
      violations: page.axe.violations.filter(({ rule_id }) => rules.includes(rule_id)),
      incomplete: [],
    },
  }));

test("recognises findings after a single edit just as a person would @long", async ({ engine, serve }) => {
  let body = "";
  const site = await serve(() => ({
    "/": (_, response) => response.writeHead(200, { "content-type": "text/html" }).end(soundPage(body)),
  }));
  const scanBody = async (text: string) => {
    body = text;
    return only((await scan(engine, site.origin, { max_pages: 1 })).pages);
  };
  for (const [name, { before, after, seen }] of Object.entries(edits)) {
    const earlier = await scanBody(before);
    expect.soft(await compare(earlier, await scanBody(after)), name).toBe(seen);
    expect.soft(await compare(earlier, earlier), name).not.toMatch(/[+-]/);
  }
});

test("treats ?id=1 and ?id=2 as two pages, and ?id=1&utm_source=letter as the same page as ?id=1 @long", async ({
  engine,
  serve,
}) => {
  const answer = soundPage(image("A"));
  const site = await serve(() => ({ "/": answer, "/product": answer }));
  const scanUrl = async (query: string) =>
    only((await scan(engine, `${site.origin}/product${query}`, { max_pages: 1 })).pages);
  const first = await scanUrl("?id=1");
  expect(await compare(first, await scanUrl("?id=2"))).toBe("+A -A");
  expect(await compare(first, await scanUrl("?utm_source=letter&id=1"))).toBe("A=A");
  expect(await compare(first, await scanUrl("?id=1&view=list"))).toBe("A=A");
});
