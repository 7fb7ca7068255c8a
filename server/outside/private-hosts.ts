import ipaddr from "ipaddr.js";

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];
type Rule = { port: number | null } & (
  | { kind: "any" }
  | { kind: "host"; name: string }
  | { kind: "range"; range: Cidr }
);

export interface PrivateHosts {
  /** True when `address`, to which `hostname` resolved, may be reached on this port although it is not public. */
  allows(hostname: string, address: string, port: number): boolean;
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, "");

const splitPort = (entry: string): { host: string; port: number | null } => {
  const match = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(entry);
  if (!match?.[1] || !match[2]) return { host: withoutBrackets(entry), port: null };
  return { host: withoutBrackets(match[1]), port: Number(match[2]) };
};

const parseRange = (host: string): Cidr | null => {
  if (host.includes("/")) return ipaddr.isValidCIDR(host) ? ipaddr.parseCIDR(host) : null;
  if (!ipaddr.isValid(host)) return null;
  const address = ipaddr.process(host);
  return [address, address.kind() === "ipv4" ? 32 : 128];
};

const parseRule = (entry: string): Rule => {
  if (entry === "*") return { kind: "any", port: null };
  const { host, port } = splitPort(entry);
  const range = parseRange(host);
  if (range) return { kind: "range", range, port };
  if (/^(?:\*\.)?[a-z0-9._-]+$/i.test(host)) return { kind: "host", name: host.toLowerCase(), port };
  throw new Error(`"${entry}" is neither a host, an address nor a CIDR range.`);
};

const nameMatches = (pattern: string, hostname: string): boolean =>
  pattern.startsWith("*.") ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;

const inRange = (address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: Cidr): boolean =>
  address.kind() === base.kind() && address.match(base, bits);

/** True for an address of the public internet; every special range (RFC 6890) and mapped form of one is not. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/**
 * The hosts that may be scanned although they are not public: host names (also `*.example.lan`), addresses and CIDR
 * ranges, each with an optional `:port`, or `*` for every one. Throws on an entry that is none of these.
 */
export const parsePrivateHosts = (entries: readonly string[]): PrivateHosts => {
  const rules = entries.map((entry) => parseRule(entry.trim()));
  return {
    allows: (hostname, address, port) => {
      if (!ipaddr.isValid(address)) return false;
      const parsed = ipaddr.process(address);
      return rules.some((rule) => {
        if (rule.port !== null && rule.port !== port) return false;
        if (rule.kind === "any") return true;
        return rule.kind === "host" ? nameMatches(rule.name, hostname.toLowerCase()) : inRange(parsed, rule.range);
      });
    },
  };
};
