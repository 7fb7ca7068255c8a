import { readFileSync } from "node:fs";
import http from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { inlineScripts } from "@/app/inline-scripts";
import { anyAddress, behindProxy } from "../support/app/report-caller";
import { type RunningApp, startApp } from "../support/app/running-app";

const root = join(import.meta.dirname, "../..");
const someId = "0198c1de-0000-7000-8000-000000000000";

const isPage = (path: string): boolean => !/^\/(?:api(?:\/|$)|\.well-known\/|_next\/|messages\/|icon\.svg)/.test(path);

/** Returns the path of every page in the build, with its parameters filled in, and of a page that doesn't exist. */
const readPages = (): string[] => {
  const file = join(root, ".next/app-path-routes-manifest.json");
  const routes = Object.values<string>(JSON.parse(readFileSync(file, "utf8")));
  return routes
    .map((route) => route.replaceAll(/\[+(?:\.\.\.)?\w+\]+/g, someId))
    .filter((path) => isPage(path) && path !== "/_not-found" && path !== "/_global-error")
    .concat("/nowhere");
};

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

interface Request {
  method?: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Uses Node's own client: fetch normalises methods and paths, and joins repeated headers. */
const send = (base: string, { method = "GET", path, body, headers = {} }: Request): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const client = { "x-forwarded-for": anyAddress(), cookie: "__Host-next-auth.session-token=x" };
    const request = http.request({ hostname, port, path, method, headers: { ...client, ...json, ...headers } });
    request.on("error", reject).on("response", async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });

let app: RunningApp;
let ports: string[];

test.beforeAll(async () => {
  app = await startApp({
    env: {
      ...behindProxy,
      BASE_URL: "https://audit.example.org",
      REPORT_BASE_URL: "https://reports.example.org",
      CHAT_WEBHOOK_URL: "http://127.0.0.1:1/",
    },
    mayLog: [/The chat webhook can't be reached/],
  });
  ports = [app.url, app.reportUrl];
});

test.afterAll(async () => {
  await app.stop();
});

const common = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": expect.stringMatching(/camera=\(\), .*geolocation=\(\), .*microphone=\(\)/),
};

/** Returns the policy's directives by name. Fails if the header contains two policies, separated by a comma. */
const policyOf = ({ headers }: Answer): Map<string, string> => {
  const policy = String(headers["content-security-policy"]);
  expect(policy).not.toContain(",");
  return new Map(policy.split("; ").map((part) => [part.split(" ")[0] ?? "", part.split(" ").slice(1).join(" ")]));
};

const expectSafe = (answer: Answer, where: string, more: Record<string, string> = {}): void => {
  expect(answer.headers, where).toMatchObject({ ...common, ...more });
  const policy = policyOf(answer);
  expect(policy.get("frame-ancestors"), where).toBe("'none'");
  expect(policy.get("default-src"), where).toMatch(/^'(?:none|self)'$/);
  if (!policy.has("sandbox")) expect(policy.get("base-uri"), where).toBe("'none'");
};

test("each page, even one that doesn't exist, has a policy with a new nonce, and all scripts of the page have that nonce [L6] @long", async () => {
  const pages = readPages();
  expect(pages.length).toBeGreaterThan(45);
  const nonces = new Set<string>();
  for (const port of ports)
    for (const path of pages) {
      const answer = await send(port, { path });
      expectSafe(answer, path);
      expect(answer.headers["content-type"], path).toContain("text/html");
      const sources = policyOf(answer).get("script-src") ?? "";
      const nonce = /'nonce-([^']+)'/.exec(sources)?.[1] ?? "";
      expect(sources, path).not.toContain("unsafe");
      nonces.add(nonce);
      const scripts = answer.body.match(/<script[^>]*>[^<]{0,20}/g) ?? [];
      expect(scripts.length, path).toBeGreaterThan(1);
      for (const script of scripts)
        if (!inlineScripts.some((known) => script.startsWith(`<script>${known.slice(0, 20)}`)))
          expect(script, path).toContain(`nonce="${nonce}"`);
    }
  expect(nonces.size).toBe(pages.length * ports.length);
});

test("the URL of an unknown language's messages returns 404 with the security headers [L6]", async () => {
  const answer = await send(app.url, { path: "/messages/xx" });
  expect(answer.status).toBe(404);
  expectSafe(answer, "messages");
});

test("the redirect from a page that needs a session has the security headers [L6]", async () => {
  const answer = await send(app.url, { path: "/service/team", headers: { cookie: "" } });
  expect(answer.status).toBe(307);
  expectSafe(answer, "redirect");
});

test("every endpoint's response to an anonymous caller has the security headers, whatever its status [L6] @long", async () => {
  const { body } = await send(app.url, { path: "/api/openapi.json" });
  const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, unknown>> };
  const methods = ["get", "post", "put", "patch", "delete"];
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => methods.includes(method) && path !== "/api/rum/")
      .map((method) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, someId) })),
  );
  expect(calls.length).toBeGreaterThan(90);
  for (const port of ports)
    for (const call of calls) {
      const answer = await send(port, { ...call, headers: { cookie: "" } });
      expectSafe(answer, `${call.method} ${call.path}`);
      expect(policyOf(answer).get("default-src")).toBe("'none'");
    }
});

const others: [what: string, call: Request, status: number, more?: Record<string, string>][] = [
  ["a success", { path: "/api/health" }, 200],
  ["a response without a body", { method: "OPTIONS", path: "/api/websites/" }, 204],
  ["HEAD", { method: "HEAD", path: "/api/health" }, 200],
  ["an invalid body", { method: "POST", path: "/api/auth/login", body: { email: 1 } }, 400],
  [
    "wrong credentials",
    { method: "POST", path: "/api/auth/login", body: { email: "a@example.org", password: "x" } },
    401,
  ],
  ["an unknown endpoint", { path: "/api/nowhere/" }, 404],
  ["a method that the endpoint does not support", { method: "PUT", path: "/api/health" }, 405],
  ["a method that no endpoint supports", { method: "TRACE", path: "/api/health" }, 405],
  ["a path that can't be decoded", { path: "/api/%E0%A4%A/" }, 400],
  ["a page's path that can't be decoded", { path: "/%E0%A4%A" }, 400],
  [
    "an error from another service",
    { method: "POST", path: "/api/v1/chat/test", body: { url: "https://example.org/", email: "ada@example.org" } },
    502,
  ],
  ["a file link that was tampered with", { path: "/api/files/reports/x.pdf?expires=1&signature=x" }, 400],
  ["the API's documentation", { path: "/api/docs" }, 200],
  ["the OpenAPI document", { path: "/api/openapi.json" }, 200],
  ["the public keys", { path: "/.well-known/jwks.json" }, 200],
  ["next-auth", { path: "/api/auth/csrf" }, 200],
  ["a typed call", { path: "/api/trpc/users.me?input=%7B%7D" }, 401],
  ["an icon", { path: "/icon.svg" }, 200],
  ["an asset that does not exist", { path: "/_next/static/nowhere.js" }, 404],
  ["the script for visitors", { path: "/rum.js" }, 200, { "cross-origin-resource-policy": "cross-origin" }],
  [
    "a rejected beacon",
    { method: "POST", path: "/api/rum/", body: {} },
    400,
    { "cross-origin-resource-policy": "cross-origin" },
  ],
];

for (const [what, call, status, more] of others)
  test(`responses have the security headers on both ports: ${what} [L6]`, async () => {
    for (const port of ports) {
      const answer = await send(port, call);
      expect(answer.status).toBe(status);
      expectSafe(answer, what, more);
    }
  });

test("a page's assets have the security headers [L6]", async () => {
  const { body } = await send(app.url, { path: "/" });
  const asset = /\/_next\/static\/[^"]+\.js/.exec(body)?.[0] ?? "";
  for (const port of ports) {
    const answer = await send(port, { path: asset });
    expect(answer.status).toBe(200);
    expectSafe(answer, asset);
  }
});

test("serves neither files from the repository nor directory listings", async () => {
  const secrets = ["/.git/config", "/.git/HEAD", "/.git/", "/.env", "/.data/", "/package.json", "/server/core/env.ts"];
  const folders = ["/_next/", "/_next/static/", "/_next/static/chunks/", "/public/", "/messages/", "/api/files/"];
  for (const path of [...secrets, ...folders, "/_next/static/../../package.json", "/%2e%2e/package.json"])
    for (const port of ports) {
      const { status, body } = await send(port, { path });
      expect([307, 308, 400, 404], path).toContain(status);
      expect(body, path).not.toMatch(/gitdir:|refs\/heads|"dependencies"|parseEnv|Index of/);
    }
});

/** Sends these bytes. Returns everything that the server sends until it closes the connection. */
const sendRaw = (base: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(new URL(base).port), new URL(base).hostname, () => socket.write(text, "latin1"));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => undefined).on("close", () => resolve(answer));
  });

const ambiguous: [what: string, lines: string[], body?: string][] = [
  ["two different lengths", ["Content-Length: 2", "Content-Length: 20"], "{}"],
  ["a length and chunks", ["Content-Length: 4", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
  ["a length that isn't a number", ["Content-Length: +2"], "{}"],
  ["an unknown transfer encoding", ["Transfer-Encoding: xchunked"], "0\r\n\r\n"],
  ["chunks that aren't the last encoding", ["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"],
  ["a space before the colon of a length", ["Content-Length : 2"], "{}"],
  ["a chunk whose length isn't a number", ["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n"],
];

for (const [what, lines, body = ""] of ambiguous)
  test(`refuses a request with ${what}, and never reads its body as a second request`, async () => {
    const second = "GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const head = ["POST /api/auth/login HTTP/1.1", "Host: x", "Content-Type: application/json", ...lines].join("\r\n");
    for (const port of ports) {
      const answer = await sendRaw(port, `${head}\r\n\r\n${body}${second}`);
      expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 400"]);
      expect(answer).not.toContain("alive");
    }
  });

test("sends no HSTS header when the public URL uses http [L6] @long", async () => {
  const plain = await startApp();
  try {
    for (const port of [plain.url, plain.reportUrl])
      for (const path of ["/", "/api/health", "/rum.js", "/nowhere"]) {
        const { headers } = await send(port, { path });
        expect(headers["strict-transport-security"], path).toBeUndefined();
        expect(headers["cross-origin-opener-policy"], path).toBe("same-origin");
      }
  } finally {
    await plain.stop();
  }
});
