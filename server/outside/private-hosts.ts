import ipaddr from "ipaddr.js";

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];
type Rule = { port: number | null } & (
  | { kind: "any" }
  | { kind: "host"; name: string }
  | { kind: "range"; range: Cidr }
);

export interface PrivateHosts {
  /** Reports whether connections to the non-public `address` of `hostname` are allowed on this port. */
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
  throw new Error(`"${entry}" isn't a host name, IP address or CIDR range.`);
};

const nameMatches = (pattern: string, hostname: string): boolean =>
  pattern.startsWith("*.") ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;

const inRange = (address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: Cidr): boolean =>
  address.kind() === base.kind() && address.match(base, bits);

/** Azure's WireServer, which provides the configuration of Azure virtual machines. */
const metadataServers: ReadonlySet<string> = new Set(["168.63.129.16"]);

/**
 * Reports whether an address is in 2000::/3, the range of public internet addresses (RFC 4291), and isn't an ISATAP
 * address, which contains an IPv4 address (RFC 5214).
 */
const isGlobalUnicast = ({ parts }: ipaddr.IPv6): boolean => {
  const [first = 0, , , , fifth = 0, sixth = 0] = parts;
  const isIsatap = sixth === 0x5efe && (fifth & ~0x0300) === 0;
  return first >> 13 === 1 && !isIsatap;
};

/**
 * Reports whether an address is on the public internet. Addresses in special-purpose ranges (RFC 6890) aren't, and
 * neither are their IPv4-mapped IPv6 forms.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv6 ? isGlobalUnicast(parsed) : !metadataServers.has(parsed.toString());
};

/**
 * Parses a list of non-public hosts that outgoing requests are allowed to reach: host names (including
 * `*.example.lan`), IP addresses and CIDR ranges, each with an optional `:port`, or `*` for all. Throws on an invalid
 * entry.
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
