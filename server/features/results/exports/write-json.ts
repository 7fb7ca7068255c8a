import { componentLabel } from "@/server/scanner/component";
import { ruleFacts } from "@/server/scanner/rule-facts";
import { formulas } from "../get-results";
import { countsOf, criteriaOf } from "../judge-rules";
import { type ExportedNode, type ExportSource, readNodes, readPages } from "./read-rows";

/** The inside of a JSON array, one element a line, batch by batch. */
export async function* jsonElements(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = "\n";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((value) => JSON.stringify(value)).join(",\n");
    separator = ",\n";
  }
}

/** Changes each batch on its way. */
export async function* mapBatches<From, To>(
  batches: AsyncIterable<readonly From[]>,
  change: (value: From) => To,
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.map(change);
}

const findingOf = ({ component, page_id, related, fingerprint, ...node }: ExportedNode) => {
  const { help, help_url, wcag } = ruleFacts(node.rule_id);
  return { ...node, help, help_url, wcag, related, fingerprint, component: componentLabel(component), page_id };
};

/** Everything that is known of an audit, as Curbcut's own API names it. */
export async function* writeJson(source: ExportSource): AsyncGenerator<string> {
  const { audit, rules } = source;
  const about = { audit, scores: audit.scores, formulas, counts: countsOf(rules), rules, criteria: criteriaOf(rules) };
  yield `${JSON.stringify(about).slice(0, -1)},"pages":[`;
  yield* jsonElements(mapBatches(readPages(source), ({ result_key: _, ...page }) => page));
  yield '],\n"findings":[';
  yield* jsonElements(mapBatches(readNodes(source), findingOf));
  yield "]}\n";
}
