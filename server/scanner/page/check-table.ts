import type { CheckResult } from "../page-result";
import { redactText } from "./redact";

const MAX_ITEMS = 20;
const MAX_ITEM_LENGTH = 300;

/** The result of a check; null if the check doesn't apply to the page. */
export type CheckAnswer = { ok: boolean; detail?: string; items?: readonly string[] } | null;

/** A check in a table: its title, its weight in the score, and its test. */
export interface Check<Seen> {
  id: string;
  title: string;
  weight: number;
  test: (seen: Seen) => CheckAnswer;
}

/** Runs every check in a check table against a page. */
export const runChecks = <Seen>(table: readonly Check<Seen>[], seen: Seen): CheckResult[] =>
  table.map(({ id, title, weight, test }) => {
    const answer = test(seen);
    return {
      id,
      title,
      weight,
      outcome: answer === null ? "not_applicable" : answer.ok ? "pass" : "fail",
      detail: answer?.detail ?? null,
      items: (answer?.items ?? []).slice(0, MAX_ITEMS).map((item) => redactText(item).slice(0, MAX_ITEM_LENGTH)),
    };
  });
