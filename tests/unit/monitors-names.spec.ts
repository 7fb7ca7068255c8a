import "@/tests/support/environment";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import { connectFirst } from "@/server/outside/connect-first";
import { BlockedAddressError, createGuard } from "@/server/outside/guard";
import { parsePrivateHosts } from "@/server/outside/private-hosts";
import { createNameResolver } from "@/server/outside/resolve-names";
import { closePlaces, serve } from "@/tests/support/monitors";

test.afterEach(closePlaces);

test("resolves the machine's own names as the system does, but blocks their private IP addresses", async () => {
  const resolve = createNameResolver();
  const [addresses, again] = await Promise.all([resolve("localhost"), resolve("localhost")]);
  expect(addresses.every((address) => address.startsWith("127.") || address === "::1")).toBe(true);
  expect(addresses).not.toHaveLength(0);
  expect(again).toBe(addresses);
  expect(await resolve("localhost")).toBe(addresses);
  await expect(createGuard(parsePrivateHosts([]), resolve).resolve("localhost", 80)).rejects.toThrow(
    BlockedAddressError,
  );
});

/** Starts a name server that resolves `up.example`, fails for `broken.example` and has no other names. */
const startNameServer = async () => {
  const questions: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString("ascii", at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join(".");
    const isFour = query.readUInt16BE(at + 1) === 1;
    questions.push(`${isFour ? "A" : "AAAA"} ${name}`);
    const found = name === "up.example" && isFour;
    const code = { "broken.example": 2, "up.example": 0 }[name] ?? 3;
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80 | code, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0]);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34]);
    const parts = [head, query.subarray(12, at + 5), ...(found ? [answer] : [])];
    socket.send(Buffer.concat(parts), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { server: `127.0.0.1:${socket.address().port}`, questions, close: () => socket.close() };
};

test("queries the name servers once for concurrent lookups and caches the answers", async () => {
  const { server, questions, close } = await startNameServer();
  const resolve = createNameResolver([server]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => resolve("up.example")));
  expect(new Set(answers.flat())).toEqual(new Set(["93.184.216.34"]));
  await resolve("up.example");
  expect(questions.toSorted()).toEqual(["A up.example", "AAAA up.example"]);
  await expect(resolve("broken.example")).rejects.toMatchObject({ code: "ESERVFAIL" });
  await expect(resolve("nobody.invalid")).rejects.toMatchObject({ code: expect.stringMatching(/^E(?:NOTFOUND|AI_)/) });
  close();
});

const portOf = async (): Promise<number> => Number(new URL((await serve((_, response) => response.end())).url).port);

test("connects to the first of a host's IP addresses that accepts the connection, even if others refuse or time out", async () => {
  const port = await portOf();
  for (const addresses of [["127.0.0.1"], ["127.0.0.2", "127.0.0.1"], ["192.0.2.1", "127.0.0.1"]]) {
    const socket = await connectFirst({ addresses, port, timeoutMs: 20_000 });
    expect(socket.remoteAddress).toBe("127.0.0.1");
    socket.destroy();
  }
});

test("rejects if every IP address refuses, the time runs out or the caller aborts", async () => {
  const port = await portOf();
  const nobody = { addresses: ["127.0.0.2", "127.0.0.3"], port, timeoutMs: 20_000 };
  await expect(connectFirst(nobody)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  const silent = { addresses: ["192.0.2.1"], port, timeoutMs: 50 };
  await expect(connectFirst(silent)).rejects.toMatchObject({
    code: expect.stringMatching(/^E(?:TIMEDOUT|NETUNREACH|HOSTUNREACH|CONNREFUSED|ACCES|PERM)$/),
  });
  const stop = new AbortController();
  const given = connectFirst({ addresses: ["192.0.2.1"], port, timeoutMs: 20_000, signal: stop.signal });
  stop.abort();
  await expect(given).rejects.toThrow();
});
