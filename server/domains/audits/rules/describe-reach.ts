import { states as texts } from "@/messages/texts/states";
import type { ReachStep } from "@/server/scanner/states";

const describeStep = ({ action, name }: ReachStep): string =>
  action === "scroll" ? texts.steps.scroll : texts.steps[action]({ name });

/** Describes in words how to reach a state of a page. */
export const describeReach = (steps: readonly ReachStep[]): string =>
  steps.map(describeStep).reduce((before, step) => (before === "" ? step : texts.then({ before, step })), "");
