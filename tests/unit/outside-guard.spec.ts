import "@/tests/support/environment";
import { expect, test } from "@playwright/test";
import { errorCode } from "@/server/core/error-code";
import { toFailure } from "@/server/domains/monitoring/monitors/check/failure";
import { BlockedAddressError, createGuard, PrivateNameError } from "@/server/outside/guard";
import { isPublicAddress, parsePrivateHosts } from "@/server/outside/private-hosts";
import type { ScanOptions } from "@/server/scanner/contract";
import { discoverSite, type ScanFailedError } from "@/server/scanner/crawl/discover-site";
import { createFetcher } from "@/server/scanner/guard/fetcher";

test("an IP address is public if it isn't in a special range, however it is written", () => {
  const isPublic = ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34"];
  const isNot = [
    ...[
      "127.0.0.1",
      "10.1.2.3",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
      "224.0.0.1",
      "255.255.255.255",
    ],
    ...["::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "not an address"],
  ];
  for (const address of isPublic) expect(isPublicAddress(address), address).toBe(true);
  for (const address of isNot) expect(isPublicAddress(address), address).toBe(false);
});

test("rejects metadata servers and IPv6 addresses that contain a private IPv4 address [L4]", () => {
  const isNot = [
    ...["168.63.129.16", "::ffff:168.63.129.16"],
    ...["::7f00:1", "::a00:1", "2a00:1450::5efe:127.0.0.1", "2a00:1450::200:5efe:a00:1", "4000::1", "fec0::1"],
  ];
  for (const address of isNot) expect(isPublicAddress(address), address).toBe(false);
  expect(isPublicAddress("2a00:1450::1:5efe:7f00:1")).toBe(true);
});

test("on public IP addresses, rejects ports that websites don't use, but accepts any port on the operator's own hosts [L4]", async () => {
  const guard = createGuard(parsePrivateHosts(["10.0.0.0/8"]), async (host) => [
    host === "own.example" ? "10.0.0.5" : "93.184.216.34",
  ]);
  for (const port of [22, 25, 6379, 11211])
    await expect(guard.resolve("shop.example", port)).rejects.toThrow(`Websites don't use port ${port}.`);
  for (const port of [80, 443, 3000, 8080, 8443])
    expect(await guard.resolve("shop.example", port)).toEqual(["93.184.216.34"]);
  expect(await guard.resolve("own.example", 25)).toEqual(["10.0.0.5"]);
});

test("errors reveal neither an IP address of the operator's network nor that a name exists there [L3]", async () => {
  const guard = createGuard(parsePrivateHosts([]), async () => ["10.11.12.13"]);
  const error = await guard.resolve("intranet.example", 443).then(
    () => null,
    (reason: Error) => reason,
  );
  expect(error?.message).toBe("intranet.example has no public IP address.");
  const literal = guard.resolve("10.11.12.13", 443);
  await expect(literal).rejects.toThrow(BlockedAddressError);
  await expect(literal).rejects.toThrow(
    "This host is on a private network. The operator can allow it in SCAN_PRIVATE_HOSTS.",
  );
});

test("a private name causes the same failures as an unknown one in monitors and audits [L3]", async () => {
  const resolve = async (name: string): Promise<string[]> => {
    if (name === "intranet.example") return ["10.11.12.13"];
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND", errno: -3008 });
  };
  const guard = createGuard(parsePrivateHosts([]), resolve);
  const fetcher = createFetcher(guard, "test");
  const failuresOf = async (host: string) => {
    const url = `https://${host}/`;
    const error = await guard.resolve(host, 443).catch((reason: unknown) => reason);
    const { kind, message } = toFailure(error, { host, port: 443 });
    const parts = {
      guard,
      fetcher,
      options: { respect_robots: false } as ScanOptions,
      signal: AbortSignal.timeout(30_000),
    };
    const scan = await discoverSite(url, parts).catch((reason: ScanFailedError) => [reason.code, reason.message]);
    return JSON.stringify([errorCode(error), kind, message, scan]).replaceAll(host, "*");
  };
  const known = await failuresOf("intranet.example");
  expect(known).toBe(await failuresOf("no-such-name.example"));
  expect(known).toContain("the operator can allow it in SCAN_PRIVATE_HOSTS");
  await fetcher.close();
});

test("private hosts are names, wildcards, IP addresses or ranges, each with an optional port", () => {
  const hosts = parsePrivateHosts([
    "intranet.example",
    "*.lan.example",
    "10.0.0.0/8",
    "127.0.0.1:3000",
    "[::1]:3000",
    "fd00::/8",
  ]);
  expect(hosts.allows("intranet.example", "192.168.0.9", 80)).toBe(true);
  expect(hosts.allows("shop.lan.example", "192.168.0.9", 443)).toBe(true);
  expect(hosts.allows("evil-lan.example", "192.168.0.9", 443)).toBe(false);
  expect(hosts.allows("x", "10.200.0.1", 80)).toBe(true);
  expect(hosts.allows("x", "::ffff:10.200.0.1", 80)).toBe(true);
  expect([hosts.allows("localhost", "127.0.0.1", 3000), hosts.allows("localhost", "127.0.0.1", 5432)]).toEqual([
    true,
    false,
  ]);
  expect([hosts.allows("localhost", "::1", 3000), hosts.allows("x", "fd12::1", 1)]).toEqual([true, true]);
  expect(parsePrivateHosts(["*"]).allows("x", "127.0.0.1", 1)).toBe(true);
  expect(() => parsePrivateHosts(["10.0.0.0/99"])).toThrow("10.0.0.0/99");
});

test("rejects a name if any of its IP addresses is private", async () => {
  const guard = createGuard(parsePrivateHosts([]), async () => ["93.184.216.34", "10.0.0.1"]);
  await expect(guard.resolve("mixed.example", 80)).rejects.toThrow(PrivateNameError);
  const fine = createGuard(parsePrivateHosts([]), async () => ["93.184.216.34"]);
  expect(await fine.resolve("public.example", 80)).toEqual(["93.184.216.34"]);
});
