import { criterionUrl } from "@/server/features/rules";
import type { RuleTotals } from "@/server/scanner/roll-up-rules";
import { engineVersion } from "@/server/scanner/rule-facts";
import { type ExportedNode, type ExportSource, readNodes, readPages } from "./read-rows";
import { jsonElements, mapBatches } from "./write-json";

/** Names as in the EARL 1.0 schema (https://www.w3.org/TR/EARL10-Schema/); nothing has to be loaded to read them. */
const context = {
  earl: "http://www.w3.org/ns/earl#",
  dct: "http://purl.org/dc/terms/",
  doap: "http://usefulinc.com/ns/doap#",
  ptr: "http://www.w3.org/2009/pointers#",
  WCAG22: "https://www.w3.org/TR/WCAG22/#",
  curbcut: "urn:curbcut:",
  Assertion: "earl:Assertion",
  Software: "earl:Software",
  TestSubject: "earl:TestSubject",
  TestCase: "earl:TestCase",
  TestRequirement: "earl:TestRequirement",
  TestResult: "earl:TestResult",
  CSSSelectorPointer: "ptr:CSSSelectorPointer",
  title: "dct:title",
  description: "dct:description",
  source: { "@id": "dct:source", "@type": "@id" },
  isPartOf: { "@id": "dct:isPartOf", "@type": "@id" },
  date: "dct:date",
  name: "doap:name",
  revision: "doap:revision",
  expression: "ptr:expression",
  pointer: "earl:pointer",
  assertedBy: { "@id": "earl:assertedBy", "@type": "@id" },
  subject: { "@id": "earl:subject", "@type": "@id" },
  test: { "@id": "earl:test", "@type": "@id" },
  mode: { "@id": "earl:mode", "@type": "@id" },
  result: "earl:result",
  outcome: { "@id": "earl:outcome", "@type": "@id" },
};

const assertor = "curbcut:assertor";
const testOf = (ruleId: string): string => `curbcut:rule:${encodeURIComponent(ruleId)}`;

/** WCAG's own name of a criterion, as in https://www.w3.org/TR/WCAG22/#non-text-content. */
const requirementOf = (criterion: string): string[] => {
  const slug = criterionUrl(criterion)?.split("/").at(-1);
  return slug ? [`WCAG22:${slug}`] : [];
};

const ruleOf = ({ rule_id, help, description, help_url, wcag }: RuleTotals) => ({
  "@id": testOf(rule_id),
  "@type": "TestCase",
  title: help || rule_id,
  description,
  ...(help_url ? { source: help_url } : {}),
  isPartOf: wcag.flatMap(requirementOf),
});

/** A rule that found nothing anywhere; says nothing of what no rule looks at. */
const passedRule = (website: string, rule: RuleTotals) => ({
  "@type": "Assertion",
  assertedBy: assertor,
  subject: website,
  test: testOf(rule.rule_id),
  mode: "earl:automatic",
  result: { "@type": "TestResult", outcome: "earl:passed" },
});

const assertionOf = (node: ExportedNode) => ({
  "@id": `curbcut:finding:${node.id}`,
  "@type": "Assertion",
  assertedBy: assertor,
  subject: node.page_url,
  test: testOf(node.rule_id),
  mode: "earl:automatic",
  result: {
    "@type": "TestResult",
    outcome: node.outcome === "violation" ? "earl:failed" : "earl:cantTell",
    description: node.message,
    pointer: { "@type": "CSSSelectorPointer", expression: node.selector },
  },
});

const hasPassed = ({ nodes, review_nodes, passed_nodes }: RuleTotals): boolean =>
  passed_nodes > 0 && nodes === 0 && review_nodes === 0;

async function* graph(source: ExportSource): AsyncGenerator<object[]> {
  const { audit, rules } = source;
  yield [
    { "@id": assertor, "@type": "Software", name: "Curbcut", revision: `axe-core ${engineVersion}` },
    { "@id": audit.website_url, "@type": "TestSubject", title: audit.website_name },
  ];
  yield [...new Set(rules.flatMap(({ wcag }) => wcag.flatMap(requirementOf)))].map((id) => ({
    "@id": id,
    "@type": "TestRequirement",
  }));
  yield rules.map(ruleOf);
  yield rules.filter(hasPassed).map((rule) => passedRule(audit.website_url, rule));
  yield* mapBatches(readPages(source), ({ final_url, title, started_at }) => ({
    "@id": final_url,
    "@type": "TestSubject",
    title: title ?? final_url,
    isPartOf: audit.website_url,
    date: new Date(started_at as Date).toISOString(),
  }));
  yield* mapBatches(readNodes(source), assertionOf);
}

/** EARL 1.0 as JSON-LD: rules are test cases, each part of the success criteria it tests. */
export async function* writeEarl(source: ExportSource): AsyncGenerator<string> {
  yield `{"@context":${JSON.stringify(context)},"@graph":[`;
  yield* jsonElements(graph(source));
  yield "]}\n";
}
