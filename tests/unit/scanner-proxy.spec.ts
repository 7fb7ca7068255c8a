import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { test as base, expect } from "@playwright/test";
import { createGuard } from "@/server/outside/guard";
import { parsePrivateHosts } from "@/server/outside/private-hosts";
import { passOnHeaders } from "@/server/scanner/guard/foreign-headers";
import { GUARD_HEADER, type GuardProxy, startGuardProxy } from "@/server/scanner/guard/proxy";
import { type RawServer, startRawServer } from "../support/scanner/raw-server";

interface Fixtures {
  guardProxy: GuardProxy;
  serveRaw: (onRequest: (socket: Socket, request: string) => void) => Promise<RawServer>;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  guardProxy: async ({}, use) => {
    const proxy = await startGuardProxy(createGuard(parsePrivateHosts(["127.0.0.1"])));
    await use(proxy);
    await proxy.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  serveRaw: async ({}, use) => {
    const servers: RawServer[] = [];
    await use(async (onRequest) => {
      const server = await startRawServer(onRequest);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.close();
  },
});

interface Got {
  status: number;
  reason: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/**
 * Returns the response that a browser receives for this URL through the proxy; rejects when the response is cut off.
 */
const get = (proxy: GuardProxy, url: string, method = "GET"): Promise<Got> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest({ host: "127.0.0.1", port: proxy.port, path: url, method, agent: false });
    sent.on("error", reject);
    sent.on("response", (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          reason: answer.statusMessage ?? "",
          headers: answer.headers,
          body: Buffer.concat(chunks).toString("latin1"),
        }),
      );
    });
    sent.end();
  });

const answerWith = (text: string) => (socket: Socket) => socket.end(Buffer.from(text, "latin1"));
const hello = "Content-Length: 5\r\n\r\nhello";
const manyHeaders = Array.from({ length: 1_500 }, (_, index) => `h${index}: v\r\n`).join("");

const refusedAnswers: readonly [string, string][] = [
  ["status 000", `HTTP/1.1 000 Zero\r\n${hello}`],
  ["status 042", `HTTP/1.1 042 Low\r\n${hello}`],
  ["status 99", `HTTP/1.1 099 Low\r\n${hello}`],
  ["status 600", `HTTP/1.1 600 High\r\n${hello}`],
  ["status 999", `HTTP/1.1 999 High\r\n${hello}`],
  ["a four-digit status", `HTTP/1.1 1000 High\r\n${hello}`],
  ["a switch to another protocol", "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nhello"],
  ["endless interim responses", "HTTP/1.1 199 Wait\r\n\r\n".repeat(200)],
  ["an interim response and then nothing", "HTTP/1.1 100 Continue\r\n\r\n"],
  ["a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"],
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"],
  ["a header name with a space", `HTTP/1.1 200 OK\r\nbad name: 1\r\n${hello}`],
  ["a header larger than 16 kB", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}\r\n${hello}`],
  ["text that isn't HTTP", "hello\r\n\r\n"],
  ["no data", ""],
];

for (const [name, text] of refusedAnswers) {
  test(`returns 502 for an upstream response with ${name}, and keeps running [H1]`, async ({
    guardProxy: proxy,
    serveRaw,
  }) => {
    const hostile = await serveRaw(answerWith(text));
    const sound = await serveRaw(answerWith(`HTTP/1.1 200 OK\r\n${hello}`));
    const refused = await get(proxy, `http://127.0.0.1:${hostile.port}/`);
    expect({ status: refused.status, guard: refused.headers[GUARD_HEADER], body: refused.body }).toEqual({
      status: 502,
      guard: "unreachable",
      body: "",
    });
    expect(await get(proxy, `http://127.0.0.1:${sound.port}/`)).toMatchObject({ status: 200, body: "hello" });
  });
}

const passedAnswers: readonly [string, string, Partial<Got>][] = [
  ["control characters in the reason", `HTTP/1.1 200 O\x01\x02\x7f\r\n${hello}`, { reason: "OK", body: "hello" }],
  ["bytes above 0x7f in the reason", `HTTP/1.1 404 \xe9\xff\r\n${hello}`, { status: 404, reason: "Not Found" }],
  ["a reason of 10 kB", `HTTP/1.1 200 ${"r".repeat(10_000)}\r\n${hello}`, { reason: "OK", body: "hello" }],
  ["status 599 without a reason", `HTTP/1.1 599\r\n${hello}`, { status: 599, body: "hello" }],
  ["1,500 headers", `HTTP/1.1 200 OK\r\n${manyHeaders}\r\nhello`, { status: 200, body: "hello" }],
  [
    "trailers",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x\r\n\r\n5\r\nhello\r\n0\r\nx: y\r\n\r\n",
    { status: 200, body: "hello" },
  ],
  ["a trailer announced without chunked encoding", `HTTP/1.1 200 OK\r\nTrailer: x\r\n${hello}`, { body: "hello" }],
  ["status 204", "HTTP/1.1 204 None\r\n\r\n", { status: 204, body: "" }],
  ["one interim response", `HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n${hello}`, { body: "hello" }],
];

for (const [name, text, expected] of passedAnswers) {
  test(`forwards a response with ${name} [H1]`, async ({ guardProxy: proxy, serveRaw }) => {
    const server = await serveRaw(answerWith(text));
    expect(await get(proxy, `http://127.0.0.1:${server.port}/`)).toMatchObject({ status: 200, ...expected });
  });
}

test("never forwards connection headers, or a header that claims to be the proxy's own [H1]", async ({
  guardProxy: proxy,
  serveRaw,
}) => {
  const head = `Connection: X-Private, keep-alive\r\nX-Private: 1\r\nKeep-Alive: timeout=9\r\nX-Kept: 1\r\n${GUARD_HEADER}: blocked\r\n`;
  const server = await serveRaw(answerWith(`HTTP/1.1 200 OK\r\n${head}${hello}`));
  const { headers } = await get(proxy, `http://127.0.0.1:${server.port}/`);
  expect(headers).toMatchObject({ "x-kept": "1", "content-length": "5" });
  expect(Object.keys(headers)).not.toContain("x-private");
  expect(Object.keys(headers)).not.toContain(GUARD_HEADER);
  expect(headers["keep-alive"]).not.toBe("timeout=9");
});

test("limits the names, values, number and size of forwarded headers [H1]", () => {
  expect(passOnHeaders(["A", "1", "bad name", "1", "b", "line\nbreak", "c", "\u0100", "", "x", "d", "\xe9\t"])).toEqual(
    ["A", "1", "d", "\xe9\t"],
  );
  expect(passOnHeaders(["n".repeat(201), "1", "n".repeat(200), "1"])).toHaveLength(2);
  expect(passOnHeaders(Array.from({ length: 3_000 }, (_, index) => `h${index}`))).toHaveLength(1_000);
  const large = ["a", "y".repeat(40_000), "b", "y".repeat(40_000)];
  expect(passOnHeaders(large)).toEqual(large.slice(0, 2));
});

test("closes the browser's connection when the server disconnects in the middle of a body, and keeps running [H1]", async ({
  guardProxy: proxy,
  serveRaw,
}) => {
  const server = await serveRaw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello", () => socket.resetAndDestroy());
  });
  const url = `http://127.0.0.1:${server.port}/`;
  await expect(get(proxy, url)).rejects.toThrow(/aborted|reset|hang up/i);
  const sound = await serveRaw(answerWith(`HTTP/1.1 200 OK\r\n${hello}`));
  expect(await get(proxy, `http://127.0.0.1:${sound.port}/`)).toMatchObject({ body: "hello" });
});

const makeGate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

/** Opens a connection to the proxy, sends this text and collects everything received. */
const speak = (proxy: GuardProxy, text: string) => {
  const socket = connect(proxy.port, "127.0.0.1", () => socket.write(text));
  let received = "";
  socket.on("error", () => socket.destroy());
  socket.on("data", (data) => {
    received += data.toString("latin1");
  });
  return { socket, received: () => received };
};

test("closes the connection to the server when the browser disconnects in the middle of a body", async ({
  guardProxy: proxy,
  serveRaw,
}) => {
  const server = await serveRaw((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello"));
  const host = `127.0.0.1:${server.port}`;
  const { received, socket } = speak(proxy, `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await expect.poll(received).toContain("hello");
  expect(server.open()).toBe(1);
  socket.destroy();
  await expect.poll(server.open).toBe(0);
});

test("tunnels only to the port named in the CONNECT request", async ({ guardProxy: proxy, serveRaw }) => {
  const first = await serveRaw((socket) => socket.end("first"));
  const second = await serveRaw((socket) => socket.end("second"));
  for (const [server, name] of [
    [first, "first"],
    [second, "second"],
  ] as const) {
    const { received, socket } = speak(proxy, `CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\n\r\n`);
    await expect.poll(received).toContain("200 Connection Established");
    socket.write("ping");
    await expect.poll(received).toBe(`HTTP/1.1 200 Connection Established\r\n\r\n${name}`);
  }
});

test("rejects a CONNECT request that has no port, or names a private address or an unreachable host, and keeps running [H1]", async ({
  guardProxy: proxy,
}) => {
  const answers: [string, RegExp][] = [
    ["CONNECT 127.0.0.1 HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 403 /],
    ["CONNECT 127.0.0.1:99999 HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 502 /],
    ["CONNECT 10.0.0.1:80 HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 403 /],
    ["CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 502 /],
  ];
  for (const [text, expected] of answers) await expect.poll(speak(proxy, text).received).toMatch(expected);
  expect(proxy.refused()).toBe(2);
});

test("closes the connection to the server when the browser disconnects while that connection is being opened [H1]", async ({
  serveRaw,
}) => {
  const gate = makeGate();
  const requested = makeGate();
  const proxy = await startGuardProxy(
    createGuard(parsePrivateHosts(["127.0.0.1"]), async () => {
      requested.open();
      await gate.opened;
      return ["127.0.0.1"];
    }),
  );
  const server = await serveRaw(() => undefined);
  const { socket } = speak(proxy, `CONNECT slow.test:${server.port} HTTP/1.1\r\n\r\n`);
  await requested.opened;
  const left = new Promise((resolve) => socket.once("close", resolve));
  socket.resetAndDestroy();
  await left;
  gate.open();
  const next = speak(proxy, `CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\n\r\n`);
  await expect.poll(next.received).toContain("200");
  await expect.poll(() => server.open()).toBe(1);
  await proxy.close();
});

test("survives input that isn't an HTTP request [H1]", async ({ guardProxy: proxy, serveRaw }) => {
  const nonsense = [
    "\x00\x01\x02\r\n\r\n",
    "GET\r\n\r\n",
    "GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
    "x".repeat(70_000),
  ];
  for (const text of nonsense) {
    const { socket } = speak(proxy, text);
    await new Promise((resolve) => {
      socket.once("close", resolve);
      socket.once("data", resolve);
    });
  }
  const server = await serveRaw(answerWith(`HTTP/1.1 200 OK\r\n${hello}`));
  expect(await get(proxy, `http://127.0.0.1:${server.port}/`)).toMatchObject({ body: "hello" });
});
