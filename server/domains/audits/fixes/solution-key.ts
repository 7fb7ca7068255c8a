import { createHash } from "node:crypto";
import type { Model } from "@/server/adapters/model";
import type { Subject } from "./create-fix";
import { FIXERS } from "./fixers";
import { promptVersion } from "./prompts/build-prompt";

const normalise = (html: string): string => html.replace(/\s+/g, " ").trim();

/** Returns the name of the model that creates a fix or, if there is no model, the version of the rules. */
export const makerOf = (model: Model | null): string => model?.name ?? FIXERS;

/**
 * Returns a hash that is the same for identical requests. It covers the family, prompt version, model and normalised
 * HTML, and also the rule, because one element may fail several rules in a family. If the fix is tried on a page, the
 * hash also covers the organisation, page and element; if a screenshot is sent to the model, the hash covers the
 * screenshot too.
 */
export const hashSolution = (
  { family, rule_id, html, place, picture = null }: Subject,
  model: Model | null,
  org_id: string | null = null,
): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        family,
        promptVersion(family, picture !== null),
        makerOf(model),
        normalise(html),
        rule_id,
        ...(place ? [FIXERS, org_id, place.page_url, place.selector] : []),
        ...(picture ? [picture.hash] : []),
      ]),
    )
    .digest("hex");

export const objectKeyOf = (hash: string): string => `solutions/${hash}.json`;
