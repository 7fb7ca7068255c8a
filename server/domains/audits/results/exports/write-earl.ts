import { type RuleAccuracy, ruleAccuracy } from "@/server/scanner/rule-accuracy";
import { actRules, isDrivenRule, seenBy } from "@/server/scanner/rule-facts";
import { viewsOf } from "@/server/scanner/views";
import { describeReach, listedCriterionUrl } from "../../rules";
import type { RuleTotals } from "../../totals";
import { describeEngines } from "./describe-engines";
import { missingSentence } from "./missing-sentence";
import {
  documentRuleId,
  type ExportedDocument,
  type FindingInDocument,
  readDocumentFindings,
  readDocuments,
  readFoundClauses,
  uncheckedSentence,
} from "./read-exported-documents";
import { type ExportedNode, type ExportSource, readNodes, readPages } from "./read-rows";
import { jsonElements, mapBatches } from "./write-json";

/**
 * Names as in the EARL 1.0 schema (https://www.w3.org/TR/EARL10-Schema/), inlined so that readers don't have to load
 * the schema.
 */
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
  conformsTo: { "@id": "dct:conformsTo", "@type": "@id" },
  date: "dct:date",
  name: "doap:name",
  revision: "doap:revision",
  expression: "ptr:expression",
  pointer: "earl:pointer",
  assertedBy: { "@id": "earl:assertedBy", "@type": "@id" },
  subject: { "@id": "earl:subject", "@type": "@id" },
  test: { "@id": "earl:test", "@type": "@id" },
  mode: { "@id": "earl:mode", "@type": "@id" },
  seenBy: "curbcut:seenBy",
  views: "curbcut:views",
  page: "curbcut:page",
  count: "curbcut:count",
  accuracy: { "@id": "curbcut:accuracy", "@type": "@json" },
  reach: "curbcut:reach",
  result: "earl:result",
  outcome: { "@id": "earl:outcome", "@type": "@id" },
};

type Audit = ExportSource["audit"];

const assertor = "curbcut:assertor";
const testOf = (ruleId: string): string => `curbcut:rule:${encodeURIComponent(ruleId)}`;

/** Returns WCAG's own identifier for a criterion, such as https://www.w3.org/TR/WCAG22/#non-text-content. */
const requirementOf = (criterion: string, { effective_options }: Audit): string[] => {
  const slug = listedCriterionUrl(criterion, effective_options.standard)?.split("/").at(-1);
  return slug ? [`WCAG22:${slug}`] : [];
};

const actRuleUrl = (id: string): string => `https://www.w3.org/WAI/standards-guidelines/act/rules/${id}/`;

const ifKnown = (accuracy: RuleAccuracy | null): object => (accuracy ? { accuracy } : {});

const ruleOf = (audit: Audit, { rule_id, help, description, help_url, wcag }: RuleTotals) => ({
  "@id": testOf(rule_id),
  "@type": "TestCase",
  title: help || rule_id,
  description,
  ...(help_url ? { source: help_url } : {}),
  isPartOf: wcag.flatMap((criterion) => requirementOf(criterion, audit)),
  conformsTo: actRules(rule_id).map(actRuleUrl),
  ...ifKnown(ruleAccuracy(rule_id)),
});

/**
 * Returns the reason why a rule without findings can't be reported as passed on the whole website; null if it can. In a
 * partial audit, the rule covers only the scanned pages. A rule that interacts with pages may have run on only some of
 * them.
 */
const doubtAbout = ({ partial, pages_done }: Audit, { rule_id, passed_pages }: RuleTotals): string | null => {
  if (isDrivenRule(rule_id) && passed_pages < pages_done)
    return `Passed on ${passed_pages} of ${pages_done} scanned pages. On the others, it didn't run or found nothing to test.`;
  return partial ? "Passed on every scanned page." : null;
};

const passedRule = (audit: Audit, rule: RuleTotals) => {
  const description = doubtAbout(audit, rule);
  return {
    "@type": "Assertion",
    assertedBy: assertor,
    subject: audit.website_url,
    test: testOf(rule.rule_id),
    mode: "earl:automatic",
    result: description
      ? { "@type": "TestResult", outcome: "earl:cantTell", description }
      : { "@type": "TestResult", outcome: "earl:passed" },
  };
};

const scanTest = "curbcut:scan";

const untested = (subject: string, description: string, test = scanTest) => ({
  "@type": "Assertion",
  assertedBy: assertor,
  subject,
  test,
  mode: "earl:automatic",
  result: { "@type": "TestResult", outcome: "earl:untested", description },
});

/** Returns assertions for what is missing from a partial audit: one for the website and one for each listed page. */
const missingPages = ({ website_url, partial }: Audit): object[] => {
  if (!partial) return [];
  const title = "Scan a page with all rules";
  return [
    { "@id": scanTest, "@type": "TestCase", title, description: title, isPartOf: [] },
    untested(website_url, missingSentence(partial)),
    ...partial.examples.flatMap((url) => [
      { "@id": url, "@type": "TestSubject", title: url, isPartOf: website_url },
      untested(url, "This page wasn't scanned."),
    ]),
  ];
};

const assertionOf = (node: ExportedNode) => ({
  "@id": `curbcut:finding:${node.id}`,
  "@type": "Assertion",
  assertedBy: assertor,
  subject: node.page_url,
  test: testOf(node.rule_id),
  mode: "earl:automatic",
  seenBy: seenBy(node.rule_id, node.engines),
  views: viewsOf(node.views),
  ...(node.reach ? { reach: describeReach(node.reach) } : {}),
  result: {
    "@type": "TestResult",
    outcome: node.outcome === "violation" ? "earl:failed" : "earl:cantTell",
    description: node.message,
    pointer: { "@type": "CSSSelectorPointer", expression: node.selector },
  },
});

const documentTest = "curbcut:document-check";

const documentTestCase = () => {
  const title = "Check a document against all conditions of PDF/UA-1 that can be tested automatically";
  return { "@id": documentTest, "@type": "TestCase", title, description: title, isPartOf: [] };
};

const clauseOf = (audit: Audit, finding: Awaited<ReturnType<typeof readFoundClauses>>[number]) => ({
  "@id": testOf(documentRuleId(finding)),
  "@type": "TestCase",
  title: finding.message,
  description: `PDF/UA-1 (ISO 14289-1), clause ${finding.clause}`,
  isPartOf: finding.criteria.flatMap((criterion) => requirementOf(criterion, audit)),
});

const documentOf = ({ website_url }: Audit, document: ExportedDocument): object[] => {
  const unchecked = uncheckedSentence(document);
  const date = document.checked_at?.toISOString();
  return [
    {
      "@id": document.url,
      "@type": "TestSubject",
      title: document.title ?? document.url,
      isPartOf: website_url,
      ...(date ? { date } : {}),
    },
    ...(unchecked === null ? [] : [untested(document.url, unchecked, documentTest)]),
  ];
};

const documentAssertionOf = ({ document, outcome, message, page, count, ...finding }: FindingInDocument) => ({
  "@id": `curbcut:document-finding:${document.id}:${finding.clause}`,
  "@type": "Assertion",
  assertedBy: assertor,
  subject: document.url,
  test: testOf(documentRuleId(finding)),
  mode: "earl:automatic",
  result: {
    "@type": "TestResult",
    outcome: outcome === "failed" ? "earl:failed" : "earl:cantTell",
    description: message,
    page,
    count,
  },
});

/** Yields the documents and the assertions about them. */
async function* documentGraph(source: ExportSource): AsyncGenerator<object[]> {
  let isFirst = true;
  for await (const documents of readDocuments(source)) {
    if (isFirst) yield [documentTestCase()];
    isFirst = false;
    yield documents.flatMap((document) => documentOf(source.audit, document));
  }
  yield* mapBatches(readDocumentFindings(source), documentAssertionOf);
}

const hasPassed = ({ nodes, review_nodes, passed_nodes }: RuleTotals): boolean =>
  passed_nodes > 0 && nodes === 0 && review_nodes === 0;

async function* graph(source: ExportSource): AsyncGenerator<object[]> {
  const { audit, rules } = source;
  yield [
    { "@id": assertor, "@type": "Software", name: "Curbcut", revision: describeEngines(audit) },
    { "@id": audit.website_url, "@type": "TestSubject", title: audit.website_name },
  ];
  const clauses = await readFoundClauses(source);
  const tests = [...rules.map((rule) => ruleOf(audit, rule)), ...clauses.map((finding) => clauseOf(audit, finding))];
  yield [...new Set(tests.flatMap(({ isPartOf }) => isPartOf))].map((id) => ({
    "@id": id,
    "@type": "TestRequirement",
  }));
  yield tests;
  yield rules.filter(hasPassed).map((rule) => passedRule(audit, rule));
  yield missingPages(audit);
  yield* mapBatches(readPages(source), ({ final_url, title, started_at }) => ({
    "@id": final_url,
    "@type": "TestSubject",
    title: title ?? final_url,
    isPartOf: audit.website_url,
    date: started_at.toISOString(),
  }));
  yield* mapBatches(readNodes(source), assertionOf);
  yield* documentGraph(source);
}

/** Writes EARL 1.0 as JSON-LD. Rules are test cases and are part of the success criteria that they test. */
export async function* writeEarl(source: ExportSource): AsyncGenerator<string> {
  yield `{"@context":${JSON.stringify(context)},"@graph":[`;
  yield* jsonElements(graph(source));
  yield "]}\n";
}
