import type { inferRouterInputs } from "@trpc/server";
import { preload } from "react-dom";
import type { AppRouter } from "@/server/router";

type Inputs = inferRouterInputs<AppRouter>;

/**
 * Has the browser ask while the scripts still load. The address has to be the one that tRPC's httpLink makes of the
 * same input, keys in the same order; otherwise the answer is fetched twice.
 */
export const preloadQuery = <Noun extends keyof Inputs, Verb extends keyof Inputs[Noun] & string>(
  noun: Noun,
  verb: Verb,
  input: Inputs[Noun][Verb],
): void => {
  const path = `/api/trpc/${noun}.${verb}?input=${encodeURIComponent(JSON.stringify(input))}`;
  preload(path, { as: "fetch", crossOrigin: "anonymous" });
};

/** What every part of an audit needs. */
export const preloadAudit = (audit_id: string): void => {
  preloadQuery("audits", "get", { id: audit_id });
  preloadQuery("results", "get", { audit_id });
};
