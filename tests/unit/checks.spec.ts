import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { findAsvsProblems } from "@/scripts/checks/asvs";
import { measureCoverage } from "@/scripts/checks/checklist";
import { findViolations, readRules } from "@/scripts/checks/dependencies";
import { findDeadPaths, namedPaths } from "@/scripts/checks/document-paths";
import { findSuperLinear } from "@/scripts/checks/expressions";
import { readImportGraph, readImports } from "@/scripts/checks/import-graph";
import { findBannedNames } from "@/scripts/checks/names";
import { checkChangedFiles, openPassedBefore } from "@/scripts/checks/passed-before";
import { runSteps } from "@/scripts/checks/run-steps";
import { findSmallFiles } from "@/scripts/checks/small-files";
import { findBannedWords } from "@/scripts/checks/words";
import { root } from "@/scripts/support/root";

const ruleBreakers: Record<string, string> = {
  "server/core/events.ts": 'import "./b";',
  "server/core/a.ts": 'import "@/server/domains/audits/websites/internal";\nimport "./b";',
  "server/core/b.ts": 'import "./a";',
  "server/domains/audits/websites/internal.ts": "export const internal = 1;",
  "server/domains/audits/websites/index.ts": 'export * from "./internal";',
  "server/domains/audits/results/read.ts": 'import "../websites/internal";',
  "server/domains/audits/end.ts": 'import "./websites/internal";',
  "server/endpoint/ask.ts": 'import "@/server/domains/audits/websites/internal";',
  "server/domains/reports/verb.ts": 'import "@/server/domains/audits/websites/internal";\nimport "inngest";',
  "server/domains/reports/router.ts": 'import "@/server/adapters/database/port";',
  "server/domains/reports/pdf/page.ts": 'import "@/server/adapters/database/port";',
  "server/adapters/database/port.ts": 'import "@/inngest/functions/scan";',
  "app/(site)/page.tsx":
    'import { internal } from "@/server/domains/audits/websites/index";\nexport const page = internal;',
  "server/adapters/chat/port.ts": 'import "../limiter/port";',
  "server/adapters/limiter/port.ts": "export const port = 1;",
  "inngest/functions/scan.ts": 'import "@/tests/support/kit";\nimport "@/gone";',
  "emails/letter.ts": 'import "node:fs";',
  "tests/support/kit.ts": "export const kit = 1;",
  "node_modules/inngest/index.js": "module.exports = {};",
  "node_modules/inngest/package.json": '{ "name": "inngest", "main": "index.js" }',
  "package.json": '{ "type": "module", "dependencies": { "inngest": "1" } }',
  "tsconfig.json":
    '{ "compilerOptions": { "paths": { "@/*": ["./*"] }, "moduleResolution": "bundler", "module": "preserve" } }',
};

const writeTree = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-checks-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
};

test("each dependency rule reports a file that breaks it", async () => {
  const folder = writeTree(ruleBreakers);
  const rules = readRules();
  const graph = readImportGraph(folder, ["app", "server", "inngest", "emails", "tests"]);
  rmSync(folder, { recursive: true });
  // One of each kind is enough, because the rules for layers and for vendors are generated from lists.
  const kindOf = (rule: string): string => rule.replace(/^(2-no-import-upwards|8-vendor-only).*/, "$1");
  const { problems } = await findViolations(rules, graph);
  const broken = new Set(rules.forbidden.map(({ name }) => name).filter((name) => problems.includes(`${name}:`)));
  const kinds = (names: Iterable<string>): string[] => [...new Set([...names].map(kindOf))].sort();
  expect(kinds(broken)).toEqual(kinds(rules.forbidden.map(({ name }) => name)));
});

test("finds imports of every form, and follows them to files outside the listed folders", async () => {
  const forms = {
    "statement.ts": 'import { a } from "./to";',
    "effect.mjs": 'import "./to";',
    "type.ts": 'import type { a } from "./to";',
    "export.ts": 'export { a } from "./to";',
    "star.ts": 'export * from "./to";',
    "nothing.ts": 'export {} from "./to";',
    "dynamic.tsx": 'const a = () => import("./to");',
    "template.ts": "const a = () => import(`./to`);",
    "inline.ts": 'const a: import("./to").A = 1;',
    "require.cjs": 'const a = require("./to");',
    "equals.ts": 'import a = require("./to");',
    "alias.ts": 'import "@/app/to";',
  };
  const files = Object.entries(forms).map(([name, text]) => [`app/${name}`, text]);
  const folder = writeTree({ ...Object.fromEntries(files), "app/to.ts": 'import "../rum/main";', "rum/main.ts": "" });
  const { modules } = readImportGraph(folder, ["app"]);
  rmSync(folder, { recursive: true });
  const found = modules.filter(({ dependencies }) => dependencies.some(({ resolved }) => resolved === "app/to.ts"));
  expect(found.map(({ source }) => source).sort()).toEqual(files.map(([path]) => path).sort());
  expect(modules.map(({ source }) => source)).toContain("rum/main.ts");
});

test("reports small files that only one file imports, and ignores those that have to be separate", () => {
  const lines = (count: number): string => "// A line.\n".repeat(count);
  const folder = writeTree({
    "app/page.tsx": 'import { A } from "./client";\nimport { b } from "@/server/once";\nimport "./client-parts";',
    "app/client.tsx": `"use client";\nimport { Part } from "./part";\nexport const A = Part;\n`,
    "app/client-parts.tsx": `"use client";\n${lines(20)}import { Part } from "./part";\n`,
    "app/part.tsx": '"use client";\nexport const Part = 1;\n',
    "server/long.ts": 'import type { T } from "./type";\nimport "./folder";\nimport "./sixteen";\n',
    "server/once.ts": "export const b = 1;\n",
    "server/type.ts": "export type T = 1;\n",
    "server/folder/index.ts": 'export const load = () => import("./late");\n',
    "server/folder/late.ts": lines(15),
    "server/sixteen.ts": lines(16),
    "tests/helper.spec.ts": 'import "./support";',
    "tests/support.ts": "",
  });
  const { modules } = readImportGraph(folder, ["app", "server", "tests"]);
  const found = findSmallFiles(folder, modules);
  rmSync(folder, { recursive: true });
  expect(found.map((line) => line.slice(0, line.indexOf(":"))).sort()).toEqual([
    "server/folder/late.ts",
    "server/once.ts",
    "server/type.ts",
  ]);
  expect(found).toContainEqual(
    "server/folder/late.ts: has 15 lines, and only server/folder/index.ts imports it. Merge it into a file that it belongs to.",
  );
});

test("distinguishes imports of types from imports of values", () => {
  const isTypeOnly = (text: string) => readImports("a.ts", text).requests.get("./b");
  const types = ['import type { A } from "./b";', 'import { type A } from "./b";', 'export type { A } from "./b";'];
  expect(types.map(isTypeOnly)).toEqual([true, true, true]);
  const values = ['import { type A, b } from "./b";', 'import "./b";', 'export * from "./b";', 'import b from "./b";'];
  expect(values.map(isTypeOnly)).toEqual([false, false, false, false]);
  expect(isTypeOnly(`${types[0]}\n${values[0]}`)).toBe(false);
  expect(isTypeOnly(`${values[0]}\n${types[0]}`)).toBe(false);
});

test("reports a file that can't be parsed, and treats a graph without modules as an error", async () => {
  const folder = writeTree({ "app/broken.mjs": "import {" });
  const graph = readImportGraph(folder, ["app"]);
  rmSync(folder, { recursive: true });
  expect((await findViolations(readRules(), graph)).problems).toContain("app/broken.mjs: ");
  const empty = await findViolations(readRules(), { modules: [], unreadable: [] });
  expect(empty.problems).toContain("no modules");
});

test("finds the paths in a document's code spans and links, and reports those that don't exist", () => {
  const folder = writeTree({
    "docs/guide.md":
      "See `server/core/env.ts`, `server/gone.ts`, `not/ours.ts`, [there](there.md) and [web](https://example.org).",
    "docs/there.md": "Nothing.",
    "server/core/env.ts": "",
  });
  expect(namedPaths("`npm test`, `server/x.ts`\n```\n`server/y.ts`\n```\n", "docs")).toEqual(["server/x.ts"]);
  expect(findDeadPaths(folder, ["docs/guide.md"])).toEqual(["docs/guide.md: server/gone.ts does not exist"]);
  rmSync(folder, { recursive: true });
});

test("counts each covered statement once, and lists references to statements that don't exist", () => {
  const coverage = measureCoverage("1. First.\n2. Second.\n10. Tenth.\n", [
    { path: "a.spec.ts", text: 'test("x [#1] [#10]")' },
    { path: "b.spec.ts", text: 'test("y [#1] [#11]")' },
  ]);
  expect(coverage).toEqual({ covered: 2, total: 3, unknown: ["[#11] in b.spec.ts"], uncovered: [2] });
});

test("checks a file again only if the file failed or changed, or the check changed", () => {
  const folder = writeTree({});
  const run = (version: string | null, ...texts: string[]) => {
    const checked: string[] = [];
    const passedBefore = openPassedBefore("sample", { file: join(folder, "cache/sample.json"), version });
    const files = texts.map((text, index) => ({ path: `${index}.ts`, text }));
    const lines = checkChangedFiles(files, passedBefore, (path, text) => {
      checked.push(text);
      return text === "bad" ? [`${path} is bad`] : [];
    });
    return { checked, lines };
  };
  expect(run("1", "good", "bad")).toEqual({ checked: ["good", "bad"], lines: ["1.ts is bad"] });
  expect(run("1", "good", "bad")).toEqual({ checked: ["bad"], lines: ["1.ts is bad"] });
  expect(run("1", "better", "good")).toEqual({ checked: ["better", "good"], lines: [] });
  expect(run("2", "better", "good").checked).toEqual(["better", "good"]);
  expect(run("2", "better", "good").checked).toEqual([]);
  expect(run(null, "better", "good").checked).toEqual(["better", "good"]);
  writeFileSync(join(folder, "cache/sample.json"), "[");
  expect(run("2", "better", "good").checked).toEqual(["better", "good"]);
  rmSync(folder, { recursive: true });
});

test("reports ASVS requirements that are marked as met but name no test or reason, unknown statuses and wrong counts", () => {
  const table = (counts: string, ...rows: string[]) =>
    [`| V1 Encoding | ${counts} |`, `| All | ${counts} |`, ...rows].join("\n");
  const rows = [
    "| 1.1.1 | Decode | met | Once | `tests/a.spec.ts` |",
    "| 1.1.2 | Document | partly | Here | Documentation |",
    "| 1.1.3 | Scan | **not met** | Not met | – |",
    "| 1.1.4 | LDAP | does not apply | No LDAP | – |",
  ];
  expect(findAsvsProblems(table("1 | 1 | 1 | 1", ...rows))).toEqual([]);
  const problem = "docs/security.md: 1.1.5 is met, at least partly, but names neither a test nor a reason";
  for (const tests of ["–", "-", ""]) {
    const met = `| 1.1.5 | Encode | met | Always | ${tests} |`;
    expect(findAsvsProblems(table("2 | 1 | 1 | 1", ...rows, met))).toEqual([problem]);
    expect(findAsvsProblems(table("1 | 2 | 1 | 1", ...rows, met.replace("met", "partly")))).toEqual([problem]);
  }
  expect(findAsvsProblems(table("1 | 1 | 1 | 1", ...rows, "| 1.1.5 | Encode | maybe | Always | – |"))).toEqual([
    'docs/security.md: 1.1.5 has the unknown status "maybe"',
  ]);
  expect(findAsvsProblems(table("2 | 1 | 1 | 1", ...rows))).toEqual([
    "docs/security.md: The counts of chapter all must be 1, 1, 1, 1",
    "docs/security.md: The counts of chapter 1 must be 1, 1, 1, 1",
  ]);
});

test("prints a line per step and lists failures, including thrown errors, at the end", async () => {
  const lines: string[] = [];
  const failed = await runSteps(
    [
      { name: "good", run: async () => ({ problems: "", note: "3 things" }) },
      { name: "bad", run: async () => ({ problems: "line 7 is wrong" }) },
      { name: "broken", run: () => Promise.reject(new Error("no tool")) },
    ],
    (line) => lines.push(line),
    1,
  );
  expect(failed).toBe(2);
  expect(lines[0]).toMatch(/^ok {3}good .* s {2}3 things$/);
  expect(lines[1]).toMatch(/^FAIL bad/);
  expect(lines.slice(3).join("\n")).toMatch(/── bad ──\nline 7 is wrong[\s\S]*── broken ──\n[\s\S]*no tool/);
});

test("prints a line for each check of a step that runs several", async () => {
  const lines: string[] = [];
  const results = [
    { name: "one", seconds: 1.25, outcome: { problems: "", note: "2 things" } },
    { name: "two", seconds: 0, outcome: { problems: "line 3 is wrong" } },
  ];
  expect(await runSteps([{ name: "several", run: async () => results }], (line) => lines.push(line))).toBe(1);
  expect(lines[0]).toMatch(/^ok {3}one +1\.3 s {2}2 things$/);
  expect(lines[1]).toMatch(/^FAIL two/);
  expect(lines.slice(2)).toEqual(["\n── two ──\nline 3 is wrong"]);
});

test("allowScripts names every package that has an install script, and doesn't allow any of these scripts", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { allowScripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const withScripts = Object.entries<{ hasInstallScript?: true }>(packages)
    .filter(([path, { hasInstallScript }]) => path !== "" && hasInstallScript)
    .map(([path]) => [path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), false]);
  expect(allowScripts).toEqual(Object.fromEntries(withScripts));
});

test("reports regular expressions with super-linear running time, unless a comment gives a reason [H2] [H3]", () => {
  const find = (...lines: string[]) => findSuperLinear("a.ts", lines.join("\n"));
  const sitemap = String.raw`const found = text.matchAll(/<loc>\s*([\s\S]*?)\s*<\/loc>/gi);`;
  expect(find(sitemap)).toEqual([String.raw`1: /<loc>\s*([\s\S]*?)\s*<\/loc>/gi`]);
  expect(find("", "const pattern = /^\\/.*a.*a.*b/;")).toHaveLength(1);
  expect(find("const compile = (body: string) => new RegExp(body);")).toEqual(["1: new RegExp(body)"]);
  expect(find("const compile = (body: string) => RegExp(body);")).toHaveLength(1);
  expect(find("const nested = /(a+)+$/;", "const spaces = /\\s+$/;", "const cut = /#.*$/;")).toHaveLength(3);
  expect(find("// Backtracks, but over ten characters.", sitemap, `${sitemap} // Backtracks, but rarely.`)).toEqual([]);
  expect(find("// Backtracks, but", sitemap)).toHaveLength(1);
  const slow = "/\\s+$/";
  const places = [
    "a = #",
    "f(#)",
    "[...#.exec(a) ?? []]",
    "if (a) #.test(b)",
    "(a) => #",
    "a ? # : b",
    "return#",
    "!#",
  ];
  expect(places.filter((place) => find(place.replace("#", () => slow)).length !== 1)).toEqual([]);
  expect(find("const a = [", "  />(a+)+$/,", "];")).toHaveLength(1);
  const linear = ["/^\\s+/", "/[?#]/", "/^[a-z][\\w-]{2,40}$/i", "/(?<![-_])[-_]+$/g", "/^(?:a|b)+$/"];
  expect(find(...linear.map((expression, index) => `const e${index} = ${expression};`))).toEqual([]);
});

test("reports regular expressions that read to the end of the text from every possible starting position [H3]", () => {
  const find = (expression: string) => findSuperLinear("a.ts", `const found = ${expression};`);
  const refused = [
    ...[
      "/<title\\b[^>]*>/",
      "/<!--[\\s\\S]*?-->/",
      "/a(?:ba)*c/",
      "/<a(?=[^>]*x)/",
      "/a(?:[^b]*b)?/g",
      "/\\b[a-z-]+\\.com/",
    ],
    ...["/(?<!b)a[^b]*c/", "/x[^y]{0,5000}y/", "/^a|<b[^>]*>/", "/<b[^>]*(?:>|$)c/"],
  ];
  expect(refused.filter((expression) => find(expression).length === 0)).toEqual([]);
  const taken = [
    ...["/^<title\\b[^>]*>/", "/<[^<>]*>/", "/<a\\b[^>]*>?/gi", "/<a[^>]*(?:>|$)/g", "/a[^b]{0,63}b/"],
    ...["/(?<![a-z])[a-z]+\\d/g", "/(<a[^>]*(?:>|$))[\\s\\S]*?(<\\/a>|$)/g", "/<title\\b[^>]*>/y", "/(['\"])a\\1/"],
  ];
  expect(taken.filter((expression) => find(expression).length > 0)).toEqual([]);
});

test("reports words banned by the glossary in text, comments and test titles, and ignores code", () => {
  const inCode = (line: string) => findBannedWords("server/a.ts", `\n${line}`);
  expect(inCode('const text = "We sent you a mail.";')).toEqual(['server/a.ts:2: "mail". Write: email.']);
  expect(inCode("const text = `The key was taken back.`;")).toHaveLength(1);
  expect(inCode('import mail from "mail"; const mail = mails.mail; const key = "mail"; // `mail` here')).toEqual([]);
  expect(inCode("/** Returns a mail. */\nconst a = 1;\n// Somebody else's.\nconst b = 2;")).toHaveLength(2);
  expect(inCode('const text = "Mailpit shows emails.";')).toEqual([]);
  const inTest = (line: string) => findBannedWords("tests/unit/a.spec.ts", line);
  expect(inTest('test("sends a mail", () => expect("a mail").toBe(""));')).toHaveLength(1);
  const inPage = (line: string) => findBannedWords("app/a.tsx", `const part = <p>${line}</p>;`);
  expect(inPage("The last scan found whom it hurts")).toHaveLength(2);
  expect(inPage("The last audit")).toEqual([]);
  const inCatalogue = (line: string) => findBannedWords("messages/en-GB/a.json", `{\n${line}\n}`);
  expect(inCatalogue('"mail": "Send the mail about the next scan"')).toHaveLength(2);
  expect(inCatalogue('"mail": "Send the email"')).toEqual([]);
  const inDocument = (text: string) => findBannedWords("docs/a.md", text);
  expect(inDocument("The owner\nis told by e-mail.")).toHaveLength(2);
  expect(inDocument("Set `mail` in\n```\nanew\n```\nor [here](mail.md).")).toEqual([]);
});

test("reports the words in the glossary's last column, unless they have another meaning", () => {
  const find = (text: string, path = "server/a.ts") => findBannedWords(path, `// ${text}\nconst a = 1;`);
  const planted = [
    ...[
      "The page has a problem.",
      "Lists the violations.",
      "A fault in the page.",
      "The verdict of a rule.",
      "Judges text.",
    ],
    ...["The severity of a finding.", "Repairs the element.", "The solution for a finding.", "The diff of two audits."],
    ...["A cluster of elements.", "The filmstrip.", "A snapshot of the page.", "A site rule.", "The other engine."],
    ...["An element seen by axe.", "An ignored element.", "An incomplete audit.", "A logged-in audit."],
    ...["The page needs a login.", "The scanner visits the page.", "Looks at the page.", "Enter a web address."],
    ...[
      "An audit gives up its slot.",
      "Gets rid of old rows.",
      "Forgets the key.",
      "Sweeps old rows.",
      "The trouble is",
    ],
    ...["The owner is told.", "At present, it fails.", "The rule stands.", "What became of the job", "The one before."],
  ];
  expect(planted.filter((text) => find(text).length !== 1)).toEqual([]);
  const harmless = [
    ...[
      "Fault tolerance",
      "A grapheme cluster",
      "An organisation as seen by a member",
      "Findings that can't be told apart",
    ],
    ...[
      "outcome = 'violation'",
      "A login page",
      "The asterisk stands for any text.",
      "Gives up on a page",
      "`problem`",
    ],
  ];
  expect(harmless.filter((text) => find(text).length > 0)).toEqual([]);
  expect(find("There's a problem with one field.", "messages/en-GB/shared.json")).toEqual([]);
  expect(find("There's a problem with one field.", "messages/en-GB/account.json")).toHaveLength(1);
  expect(find("Creating a cluster takes seconds.", "tests/support/postgres.ts")).toEqual([]);
});

test("reports a phrase that continues on the next line", () => {
  const comment = "/**\n * The owner sends it once\n * more.\n */\nconst a = 1;";
  expect(findBannedWords("server/a.ts", comment)).toEqual(['server/a.ts:1: "once more". Write: again.']);
  const text = "const help = `The scanner\n  visits pages.`;";
  expect(findBannedWords("server/a.ts", text)).toHaveLength(1);
});

test("reports names of files, variables, functions, types and fields that contain a word banned by the glossary", () => {
  const inCode = (line: string) => findBannedNames("server/a.ts", `\n${line}`);
  expect(inCode("const queueMail = 1;")).toEqual(['server/a.ts:2: the name "queueMail". Write: email.']);
  const planted = [
    ...["function askScanner() {}", "interface Judgement {}", "type MailKind = 1;", "class DoomedObjects {}"],
    ...["const f = (heard: number) => 1;", "const { a: mailed } = b;", "interface A { last_mails: number }"],
    ...["const a = { troubles: [] };", "const MAX_MAILS = 1;", "enum A { Brought }", "class A { tidyUp() {} }"],
  ];
  expect(planted.filter((line) => inCode(line).length !== 1)).toEqual([]);
  const harmless = [
    ...["const email = mails.mail;", 'import { mail } from "mail";', "const task = 1;", "const lookup = 1;"],
    ...["const mailto = 1;", "const a = askedFor();", "// judge the mail\nconst a = 1;"],
    ...['const a = "mail";', "const a = { [mail]: 1 };", "const forgotPassword = 1;", "const overlook = 1;"],
  ];
  expect(harmless.filter((line) => inCode(line).length > 0)).toEqual([]);
  expect(findBannedNames("inngest/functions/send-mail.ts", "")).toHaveLength(1);
  expect(findBannedNames("tests/api/email.spec.ts", "")).toEqual([]);
});

test("allows a name with a banned word only in the files listed for that word", () => {
  const source = "const row = { asked_by: 0 };";
  expect(findBannedNames("server/core/events.ts", source)).toEqual([]);
  expect(findBannedNames("server/domains/billing/plans.ts", source)).toHaveLength(1);
});
