import type { AnyProcedure, AnyRouter } from "@trpc/server";
import { z } from "zod";
import { readProperty } from "@/server/core/property";
import type { Declaration, Method } from "./declaration";

export interface Route {
  /** Name of the procedure, such as `websites.add`. */
  name: string;
  procedure: AnyProcedure;
  /** The declared schemas; undefined if the procedure has none. */
  input: z.ZodType | undefined;
  output: z.ZodType | undefined;
  declared: Declaration;
  segments: readonly string[];
}

export interface Match {
  /** Routes by method; several endpoints can share a path. */
  routes: ReadonlyMap<Method, Route>;
  params: Readonly<Record<string, string>>;
}

/**
 * Splits a path into segments. A trailing slash makes no difference; an empty segment elsewhere doesn't match any
 * route.
 */
const split = (path: string): string[] => path.replace(/^\/|\/$/g, "").split("/");
const isParam = (segment: string): boolean => segment.startsWith("{");

const schemaOf = (value: unknown): z.ZodType | undefined => (value instanceof z.ZodType ? value : undefined);

/** Returns every declared endpoint of a router. */
export const listRoutes = (router: AnyRouter): Route[] =>
  Object.entries(router._def.procedures as Record<string, AnyProcedure>).map(([name, procedure]) => {
    const { _def } = procedure;
    const declared = readProperty(readProperty(_def, "meta"), "declared") as Declaration | undefined;
    if (!declared) throw new Error(`${name} has no declaration`);
    const [input, output] = [
      schemaOf(readProperty(readProperty(_def, "inputs"), "0")),
      schemaOf(readProperty(_def, "output")),
    ];
    return { name, procedure, input, output, declared, segments: split(declared.path) };
  });

const decode = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
};

const paramsOf = (route: Route, given: readonly string[]): Record<string, string> | null => {
  if (route.segments.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of route.segments.entries()) {
    const value = given[index] ?? "";
    if (!isParam(segment)) {
      if (segment !== value) return null;
      continue;
    }
    const decoded = decode(value);
    if (!decoded) return null;
    params[segment.slice(1, -1)] = decoded;
  }
  return params;
};

/**
 * Finds the endpoints for a path, with or without a trailing slash. A literal segment takes precedence over a
 * parameter, so `/latest-audit-status/` is never read as an id.
 */
export const createMatcher = (routes: readonly Route[]): ((pathname: string) => Match | null) => {
  const params = (route: Route) => route.segments.filter(isParam).length;
  const ordered = [...routes].sort((a, b) => params(a) - params(b));
  return (pathname) => {
    const given = split(pathname);
    const found = new Map<Method, Route>();
    let first: { path: string; params: Record<string, string> } | null = null;
    for (const route of ordered) {
      const match = paramsOf(route, given);
      if (!match) continue;
      first ??= { path: route.segments.join("/"), params: match };
      if (route.segments.join("/") === first.path) found.set(route.declared.method, route);
    }
    return first && { routes: found, params: first.params };
  };
};
