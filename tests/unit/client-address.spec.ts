import type { IncomingMessage } from "node:http";
import { expect, test } from "@playwright/test";
import { clientAddress, clientKey, markClient } from "@/server/core/client-address";

const incoming = (remoteAddress: string, headers: IncomingMessage["headers"] = {}) =>
  ({ headers: { ...headers }, socket: { remoteAddress } }) as IncomingMessage;

test("without a proxy, uses the socket's IP address and ignores X-Forwarded-For", () => {
  for (const spoofed of ["1.1.1.1", "1.1.1.1, 2.2.2.2", "::1", "", "unknown", ",,,"])
    expect(clientAddress(incoming("203.0.113.7", { "x-forwarded-for": spoofed }), 0)).toBe("203.0.113.7");
});

test("behind one proxy, uses the entry that the proxy added, and never an entry further left", () => {
  const spoofing = (header: string) => clientAddress(incoming("10.0.0.1", { "x-forwarded-for": header }), 1);
  expect(spoofing("203.0.113.7")).toBe("203.0.113.7");
  expect(spoofing("1.1.1.1, 203.0.113.7")).toBe("203.0.113.7");
  expect(spoofing("1.1.1.1,2.2.2.2,  203.0.113.7 ")).toBe("203.0.113.7");
});

test("behind two proxies, uses the second entry from the right", () => {
  const request = incoming("10.0.0.1", { "x-forwarded-for": "1.1.1.1, 203.0.113.7, 10.0.0.2" });
  expect(clientAddress(request, 2)).toBe("203.0.113.7");
});

test("treats a proxy that sends no header as the client", () => {
  expect(clientAddress(incoming("10.0.0.1"), 1)).toBe("10.0.0.1");
});

test("uses the first entry of a chain that is shorter than the number of trusted proxies", () => {
  expect(clientAddress(incoming("10.0.0.1", { "x-forwarded-for": "203.0.113.7" }), 3)).toBe("203.0.113.7");
});

test("ignores the port that some proxies add to the IP address", () => {
  const through = (entry: string) => clientAddress(incoming("10.0.0.1", { "x-forwarded-for": entry }), 1);
  expect(through("203.0.113.7:51312")).toBe("203.0.113.7");
  expect(through("[2001:db8:1:2::9]:51312")).toBe("2001:db8:1:2::/64");
  expect(through('"[2001:db8:1:2::9]"')).toBe("2001:db8:1:2::/64");
});

test("treats all addresses of an IPv6 /64 as one client", () => {
  const key = clientKey("2001:db8:0:1::1");
  expect(clientKey("2001:0DB8:0000:0001:ffff:ffff:ffff:ffff")).toBe(key);
  expect(clientKey("2001:db8:0:1:1::")).toBe(key);
  expect(clientKey("2001:db8:0:2::1")).not.toBe(key);
  expect(clientKey("fe80::1%eth0")).toBe(clientKey("fe80::2"));
  expect(clientKey("::1")).toBe("0:0:0:0::/64");
});

test("treats an IPv4-mapped IPv6 address as the IPv4 address", () => {
  expect(clientKey("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(clientKey("::FFFF:203.0.113.8")).not.toBe(clientKey("::ffff:203.0.113.7"));
});

test("replaces IP address headers sent by the caller with one that contains the client's real address", () => {
  const request = incoming("203.0.113.7", {
    "x-client-ip": "127.0.0.1",
    "x-forwarded-for": "9.9.9.9",
    forwarded: "for=9.9.9.9",
  });
  markClient(request, 0);
  expect(request.headers).toEqual({ "x-client-ip": "203.0.113.7" });
});

test("keeps forwarding headers when proxies are trusted", () => {
  const request = incoming("10.0.0.1", { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" });
  markClient(request, 1);
  expect(request.headers).toMatchObject({ "x-client-ip": "203.0.113.7", "x-forwarded-proto": "https" });
});
