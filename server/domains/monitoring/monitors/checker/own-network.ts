import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { connectFirst } from "@/server/outside/connect-first";
import { isPublicAddress } from "@/server/outside/private-hosts";
import type { FailureKind } from "../check/failure";
import type { CheckResult } from "../check/run-check";

/** A host that is likely to respond if our own network is up: a control host, or a host that responded recently. */
interface Witness {
  host: string;
  port: number;
  /** IP address of the host; null if its name has to be resolved for each probe. */
  address: string | null;
}

export interface OwnNetwork {
  /** Records that a host responded, if the check succeeded. */
  note(result: CheckResult): void;
  /**
   * Reports whether our own network is a more likely cause of a failure than the website, in which case the failure
   * shouldn't count.
   */
  isLikelyCause(result: CheckResult): Promise<boolean>;
}

interface Options {
  /** `host:port` of hosts that always respond. If set, no other hosts are probed. */
  controlHosts: readonly string[];
  /** Opens a connection or resolves a name. Rejects if that fails. */
  probe?: (witness: Witness, kind: "dns" | "connect") => Promise<unknown>;
}

const ofTheNetwork: readonly FailureKind[] = ["dns", "connect", "slow", "timeout", "broken"];
const probeMs = 3_000;
const answerKeptMs = 3_000;
const mostWitnesses = 8;
/**
 * Minimum number of witnesses needed for a decision without control hosts. Websites on the same server count as one
 * witness.
 */
const fewestWitnesses = 2;
/**
 * How long our own network is blamed when all websites fail at once and there are no control hosts. After that, the
 * failures count.
 */
const longestHoldMs = 600_000;

const mayBeOurs = ({ kind, host }: CheckResult): boolean =>
  kind !== null && ofTheNetwork.includes(kind) && (!isIP(host) || isPublicAddress(host));

const parseControl = (entry: string): Witness => {
  const [, host = entry, port = "443"] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  return { host, port: Number(port), address: null };
};

const resolveNow = async (host: string): Promise<string[]> => {
  if (isIP(host)) return [host];
  const resolver = new Resolver({ timeout: probeMs, tries: 1 });
  return Promise.any([resolver.resolve4(host), resolver.resolve6(host)]);
};

const probeOutside: NonNullable<Options["probe"]> = async ({ host, port, address }, kind) => {
  const addresses = kind === "connect" && address ? [address] : await resolveNow(host);
  if (kind === "dns") return;
  (await connectFirst({ addresses, port, timeoutMs: probeMs })).destroy();
};

/**
 * Distinguishes a website's failure from a failure of our own network. If a website can't be reached, probes the
 * control hosts or, without them, hosts that responded before. If none of them responds, our own network is down.
 */
export const createOwnNetwork = ({ controlHosts, probe = probeOutside }: Options): OwnNetwork => {
  const controls = controlHosts.map(parseControl);
  const seen = new Map<string, Witness>();
  const answers = new Map<"dns" | "connect", { at: number; down: Promise<boolean> }>();
  let heldSince: number | null = null;

  const note: OwnNetwork["note"] = ({ outcome, address, host, port }) => {
    if (outcome !== "ok" || address === null || !isPublicAddress(address)) return;
    heldSince = null;
    seen.delete(address);
    seen.set(address, { host, port, address });
    const [oldest] = seen.keys();
    if (seen.size > mostWitnesses && oldest !== undefined) seen.delete(oldest);
  };

  const witnessesFor = (kind: "dns" | "connect", { host }: CheckResult): Witness[] => {
    if (controls.length > 0) return controls;
    const others = [...seen.values()].filter((witness) => witness.host !== host);
    return kind === "dns" ? others.filter((witness) => !isIP(witness.host)) : others;
  };

  const areAllUnreachable = async (kind: "dns" | "connect", witnesses: readonly Witness[]): Promise<boolean> => {
    try {
      await Promise.any(witnesses.map((witness) => probe(witness, kind)));
      return false;
    } catch {
      return true;
    }
  };

  /** Probes at most once every few seconds, even if many websites fail at once. */
  const isDown = (kind: "dns" | "connect", witnesses: readonly Witness[]): Promise<boolean> => {
    const known = answers.get(kind);
    if (known && Date.now() - known.at < answerKeptMs) return known.down;
    const down = areAllUnreachable(kind, witnesses);
    answers.set(kind, { at: Date.now(), down });
    return down;
  };

  const isLikelyCause: OwnNetwork["isLikelyCause"] = async (result) => {
    if (!mayBeOurs(result)) return false;
    const kind = result.kind === "dns" ? "dns" : "connect";
    const witnesses = witnessesFor(kind, result);
    if (witnesses.length < (controls.length > 0 ? 1 : fewestWitnesses)) return false;
    if (!(await isDown(kind, witnesses))) return false;
    heldSince ??= Date.now();
    return controls.length > 0 || Date.now() - heldSince < longestHoldMs;
  };

  return { note, isLikelyCause };
};
