import { lookup, Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { errorCode } from "@/server/core/error-code";
import type { Resolve } from "./guard";

/** Answers are cached for their time to live, within these bounds. */
const shortestMs = 5_000;
const longestMs = 60_000;
const mostNames = 20_000;

interface Kept {
  addresses: string[];
  until: number;
}

interface Answer {
  addresses: string[];
  keptMs: number;
}

const failureCode = (error: unknown): string => errorCode(error) ?? "";

/**
 * Error codes for an unknown name or an unreachable name server. The system's own lookup may still find such a name,
 * for example through mDNS.
 */
const mayBeLocalName = /^(?:ENOTFOUND|ENODATA|ECONNREFUSED)$/;

const querySystem = async (name: string): Promise<Answer> => {
  const found = await lookup(name, { all: true });
  return { addresses: found.map(({ address }) => address), keptMs: shortestMs };
};

/** Looks up a name in the machine's hosts file, which takes precedence over name servers. */
const readHostsFile = async (name: string): Promise<Answer | null> => {
  const text = await readFile("/etc/hosts", "utf8").catch(() => "");
  const addresses = text.split("\n").flatMap((line) => {
    const [address = "", ...names] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    return names.includes(name) ? [address] : [];
  });
  return addresses.length > 0 ? { addresses, keptMs: shortestMs } : null;
};

const queryNameServers = async (resolver: Resolver, name: string): Promise<Answer> => {
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(name, { ttl: true }),
    resolver.resolve6(name, { ttl: true }),
  ]);
  const found = [four, six].flatMap((part) => (part.status === "fulfilled" ? part.value : []));
  if (found.length > 0)
    return {
      addresses: found.map(({ address }) => address),
      keptMs: Math.min(...found.map(({ ttl }) => ttl)) * 1_000,
    };
  const failures = [four, six].flatMap((part) => (part.status === "rejected" ? [part.reason] : []));
  const failure = failures.find((error) => !mayBeLocalName.test(failureCode(error)));
  if (failure) throw failure;
  return querySystem(name);
};

/**
 * Returns a resolver that can handle many names a second. It queries name servers directly, because `lookup` uses four
 * threads shared by the whole process: a few unresponsive name servers would delay all other lookups. Answers are
 * cached briefly; concurrent calls for one name share a query. Throws the name server's error, such as ENOTFOUND or
 * ETIMEOUT. `servers` replaces the system's name servers.
 */
export const createNameResolver = (servers?: readonly string[]): Resolve => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const kept = new Map<string, Kept>();
  const queries = new Map<string, Promise<string[]>>();

  const resolveName = async (name: string): Promise<string[]> => {
    // A single-label name is local to the machine or its network.
    const own = name.includes(".") ? await readHostsFile(name) : await querySystem(name);
    const { addresses, keptMs } = own ?? (await queryNameServers(resolver, name));
    if (kept.size >= mostNames) kept.clear();
    kept.set(name, { addresses, until: Date.now() + Math.min(longestMs, Math.max(shortestMs, keptMs)) });
    return addresses;
  };

  return async (name) => {
    const known = kept.get(name);
    if (known && known.until > Date.now()) return known.addresses;
    const running = queries.get(name) ?? resolveName(name).finally(() => queries.delete(name));
    queries.set(name, running);
    return running;
  };
};
