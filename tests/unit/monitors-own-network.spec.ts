import "@/tests/support/environment";
import { expect, test } from "@playwright/test";
import type { CheckResult } from "@/server/domains/monitoring/monitors/check/run-check";
import { createOwnNetwork } from "@/server/domains/monitoring/monitors/checker/own-network";

const result = (host: string, address: string | null, kind: CheckResult["kind"] = null): CheckResult => ({
  ...{ outcome: kind ? "failed" : "ok", kind, checked_at: new Date(), http_status: null, response_ms: null },
  ...{ error: null, certificate_expires_at: null, host, port: 443, address },
});

const networkOf = (reachable: readonly string[], controlHosts: readonly string[] = []) => {
  const probed: string[] = [];
  const network = createOwnNetwork({
    controlHosts,
    probe: async ({ host, port }, kind) => {
      probed.push(`${kind} ${host}:${port}`);
      if (!reachable.includes(host)) throw new Error("unreachable");
    },
  });
  return { network, probed };
};

test("reports a website as down if it can't be reached while others can", async () => {
  const { network } = networkOf(["b.example"]);
  network.note(result("a.example", "93.184.216.34"));
  network.note(result("b.example", "93.184.216.35"));
  network.note(result("c.example", "93.184.216.36"));
  expect(await network.isLikelyCause(result("a.example", null, "timeout"))).toBe(false);
});

test("attributes a failure to our own network when none of the hosts that responded earlier can be reached", async () => {
  const { network, probed } = networkOf([]);
  for (const [index, name] of ["a", "b", "c"].entries()) network.note(result(`${name}.example`, `93.184.216.${index}`));
  const failures = Array.from({ length: 50 }, () => network.isLikelyCause(result("a.example", null, "connect")));
  expect(new Set(await Promise.all(failures))).toEqual(new Set([true]));
  expect(probed).toEqual(["connect b.example:443", "connect c.example:443"]);
  expect(await network.isLikelyCause(result("a.example", null, "dns"))).toBe(true);
  expect(probed.slice(2)).toEqual(["dns b.example:443", "dns c.example:443"]);
});

test("never attributes a website's own response, or the failure of a private host, to the network", async () => {
  const { network } = networkOf([]);
  for (const [index, name] of ["a", "b", "c"].entries()) network.note(result(`${name}.example`, `93.184.216.${index}`));
  for (const kind of ["status", "keyword", "tls", "redirects", "blocked"] as const)
    expect(await network.isLikelyCause(result("a.example", null, kind))).toBe(false);
  expect(await network.isLikelyCause(result("127.0.0.1", null, "connect"))).toBe(false);
});

test("doesn't attribute a failure to the network if there are too few other websites, or if they all share one server", async () => {
  const { network } = networkOf([]);
  for (const name of ["a", "b", "c", "d"]) network.note(result(`${name}.example`, "93.184.216.34"));
  expect(await network.isLikelyCause(result("a.example", null, "connect"))).toBe(false);
});

test("probes only the control hosts when they are configured", async () => {
  const { network, probed } = networkOf([], ["192.0.2.1:80", "gateway.example"]);
  network.note(result("b.example", "93.184.216.35"));
  expect(await network.isLikelyCause(result("a.example", null, "connect"))).toBe(true);
  expect(probed).toEqual(["connect 192.0.2.1:80", "connect gateway.example:443"]);
});
