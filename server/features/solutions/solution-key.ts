import { createHash } from "node:crypto";
import type { Model } from "@/server/adapters/model";
import { FIXERS } from "./fixers";
import type { Subject } from "./make-fix";
import { promptVersion } from "./prompts/build-prompt";

const normalise = (html: string): string => html.replace(/\s+/g, " ").trim();

/** What made a fix: the model's name, or the version of the rules. */
export const makerOf = (model: Model | null): string => model?.name ?? FIXERS;

/**
 * The same for the same question: hash of family, prompt version, model and normalised html (contract §5), and of the
 * rule, as one element may fail several rules of a family.
 */
export const hashSolution = ({ family, rule_id, html }: Subject, model: Model | null): string =>
  createHash("sha256")
    .update(JSON.stringify([family, promptVersion(family), makerOf(model), normalise(html), rule_id]))
    .digest("hex");

export const objectKeyOf = (hash: string): string => `solutions/${hash}.json`;
