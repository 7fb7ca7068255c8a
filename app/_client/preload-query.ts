import type { inferRouterInputs } from "@trpc/server";
import { headers } from "next/headers";
import { preload } from "react-dom";
import type { AppRouter } from "@/server/router";

type Inputs = inferRouterInputs<AppRouter>;

/**
 * Makes the browser send a query while the scripts of a new document are still loading. Don't call this function after
 * a navigation inside the app: the response could remain unused, and much later be mistaken for a fresh one. The page
 * must run the same query immediately, and the URL must equal the one that tRPC's httpLink builds from the input, with
 * keys in the same order.
 */
export const preloadQuery = async <Noun extends keyof Inputs, Verb extends keyof Inputs[Noun] & string>(
  noun: Noun,
  verb: Verb,
  input: Inputs[Noun][Verb],
): Promise<void> => {
  if ((await headers()).get("sec-fetch-dest") !== "document") return;
  const path = `/api/trpc/${noun}.${verb}?input=${encodeURIComponent(JSON.stringify(input))}`;
  preload(path, { as: "fetch", crossOrigin: "anonymous" });
};

/** Preloads the queries that every part of an audit needs. */
export const preloadAudit = async (audit_id: string): Promise<void> => {
  await preloadQuery("audits", "get", { id: audit_id });
  await preloadQuery("results", "get", { audit_id });
};
