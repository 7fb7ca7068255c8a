import { lookup, Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import type { Resolve } from "./guard";

/** An answer is kept as long as its name server says, within these bounds. */
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

const failureCode = (error: unknown): string => String((error as { code?: unknown }).code ?? "");

/** Nobody knows the name, or there is nobody to ask: the system may know it all the same (mDNS, a file of its own). */
const worthAskingSystem = /^(?:ENOTFOUND|ENODATA|ECONNREFUSED)$/;

const askSystem = async (name: string): Promise<Answer> => {
  const found = await lookup(name, { all: true });
  return { addresses: found.map(({ address }) => address), keptMs: shortestMs };
};

/** What the machine's hosts file says of a name; it goes before every name server. */
const askHostsFile = async (name: string): Promise<Answer | null> => {
  const text = await readFile("/etc/hosts", "utf8").catch(() => "");
  const addresses = text.split("\n").flatMap((line) => {
    const [address = "", ...names] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    return names.includes(name) ? [address] : [];
  });
  return addresses.length > 0 ? { addresses, keptMs: shortestMs } : null;
};

const askNameServers = async (resolver: Resolver, name: string): Promise<Answer> => {
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
  const failures = [four, six].flatMap((part) => (part.status === "rejected" ? [part.reason as unknown] : []));
  const failure = failures.find((error) => !worthAskingSystem.test(failureCode(error)));
  if (failure) throw failure;
  return askSystem(name);
};

/**
 * A resolver for many names a second. It asks the name servers itself, since `lookup` has four threads that all of this
 * process shares, and a few dead name servers would keep every other name waiting. Answers are kept for a short while;
 * calls for one name share a question. Throws what the name server says, such as ENOTFOUND or ETIMEOUT. `servers` are
 * asked instead of those that the system names.
 */
export const createNameResolver = (servers?: readonly string[]): Resolve => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<string[]>>();

  const ask = async (name: string): Promise<string[]> => {
    // A name of one part is the machine's or its network's own.
    const own = name.includes(".") ? await askHostsFile(name) : await askSystem(name);
    const { addresses, keptMs } = own ?? (await askNameServers(resolver, name));
    if (kept.size >= mostNames) kept.clear();
    kept.set(name, { addresses, until: Date.now() + Math.min(longestMs, Math.max(shortestMs, keptMs)) });
    return addresses;
  };

  return async (name) => {
    const known = kept.get(name);
    if (known && known.until > Date.now()) return known.addresses;
    const running = asking.get(name) ?? ask(name).finally(() => asking.delete(name));
    asking.set(name, running);
    return running;
  };
};
