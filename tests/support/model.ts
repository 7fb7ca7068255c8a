import type { Model } from "@/server/adapters/model";
import type { ModelRequest } from "@/server/adapters/model/port";
import { failingSnippets } from "@/tests/fixtures/failing-snippets";

/** Returns the rule and the code that the model was asked to fix. */
export const dataOf = ({ prompt }: Pick<ModelRequest, "prompt">): { rule_id: string; html: string } => {
  const data = /The data:\n([^\n]*)/.exec(prompt)?.[1];
  if (!data) throw new Error("The prompt contains no data.");
  return JSON.parse(data) as { rule_id: string; html: string };
};

/** Returns the response of a model that follows its instructions. */
export const answerOf = (
  html: string,
  correct_code: string,
  explanation = "The code was repaired. Check the words.",
): string => JSON.stringify({ current_code: html, correct_code, explanation });

/** A model that replies with the fixes that people wrote for the snippets in tests/fixtures. */
export const replayRepairs = (): Model => ({
  kind: "openai",
  name: "written-by-hand",
  location: "this process",
  complete: async (request) => {
    const { rule_id, html } = dataOf(request);
    const known = failingSnippets.find((each) => each.rule_id === rule_id && each.html === html);
    return answerOf(html, known?.repaired ?? html);
  },
});
