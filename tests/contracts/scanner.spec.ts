import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { createEmbeddedScanner, type EmbeddedScanner } from "@/server/adapters/scanner/embedded";
import type { ScannerPort } from "@/server/adapters/scanner/port";
import { createRemoteScanner } from "@/server/adapters/scanner/remote";
import { SIGNATURE_HEADER, signScannerBody } from "@/server/scanner/contract";
import { makePdf } from "../support/documents/make-pdf";
import { longUnless } from "../support/long";
import { startFailing } from "../support/resend";
import { receiveCallbacks } from "../support/scanner/callback-receiver";
import { pathOf } from "../support/scanner/scan";
import { type Answer, serveSite, soundPage, type TestSite } from "../support/scanner/serve-site";

const secret = "a-secret-for-this-test";
const names = Array.from({ length: 11 }, (_, index) => `/page-${index}`);

let embedded: EmbeddedScanner;
let site: TestSite;
let audit = 0;
let base = "";

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  process.env.SCAN_PRIVATE_HOSTS = "127.0.0.1";
  process.env.LOG_LEVEL = "silent";
  embedded = createEmbeddedScanner(secret);
  site = await serveSite(() => ({
    "/pale": soundPage('<p class="pale">Text</p>', "<style>.pale { color: #aaa }</style>"),
    "/pale2": soundPage('<p class="pale">More</p>', "<style>.pale { color: #aaa }</style>"),
    "*": soundPage(names.map((name) => `<p><a href="${name}">Page ${name}</a></p>`).join("")),
  }));
  await expect.poll(async () => (await embedded.health()).ok).toBe(true);
  // Waits for the browser here, because its first launch reads its files from disk and can take a minute.
  await expect.poll(async () => (await embedded.health()).browser).toMatchObject({ sandbox: expect.any(Boolean) });
  base = await embedded.address();
});

test.afterAll(async () => {
  await embedded.stop();
  await site.close();
});

const nextAudit = () => {
  audit += 1;
  return `audit-${audit}`;
};

const ports: { kind: string; open: () => ScannerPort }[] = [
  { kind: "embedded", open: () => embedded },
  { kind: "remote", open: () => createRemoteScanner(base, secret) },
];

for (const { kind, open } of ports) {
  test(`${kind}: checks a snippet before and after a change`, async () => {
    const check = (after: string) => open().check({ rule_id: "image-alt", before: '<img src="a.png">', after });
    expect(await check('<img src="a.png" alt="A">')).toEqual({
      verified: true,
      reproduced: true,
      passes: true,
      new_failures: [],
      remaining: null,
    });
    const wrong = await check('<img src="a.png"><button></button>');
    expect(wrong).toMatchObject({ verified: false, reproduced: true, passes: false });
    expect(wrong?.new_failures).toEqual([{ rule_id: "button-name", message: expect.stringContaining("<button>") }]);
    expect(wrong?.remaining).toContain("alt attribute");
  });

  test(`${kind}: tries a fix on the finding's page @long`, async () => {
    const finding = { rule_id: "color-contrast", selector: ".pale", html: '<p class="pale">Text</p>', drafts: [] };
    const fixed = await open().fix({ page_url: `${site.origin}/pale`, ...finding });
    expect(fixed).toMatchObject({ rejection: null, draft: null, cleared: { "color-contrast": 1 }, moved_px: 0 });
    expect(fixed?.change).toMatchObject({ kind: "style", style: { selector: ".pale" } });
    if (!fixed?.change) throw new Error("The scanner accepted no change.");
    const page = { page_url: `${site.origin}/pale2`, selectors: [".pale"] };
    const more = await open().tryOnPages({ rule_id: "color-contrast", change: fixed.change, pages: [page] });
    expect(more?.pages).toEqual([
      {
        page_url: page.page_url,
        cleared: { "color-contrast": 1 },
        moved_px: 0,
        rejection: null,
        detail: null,
        colour_scheme: null,
      },
    ]);
    const sound = await open().fix({ page_url: `${site.origin}/`, ...finding });
    expect(sound).toMatchObject({ change: null, rejection: "no_finding" });
  });

  test(`${kind}: delivers signed results in batches, each once and in order, followed by the final event${longUnless(kind === "embedded")}`, async () => {
    const scanner = open();
    const receiver = await receiveCallbacks(secret);
    const audit_id = nextAudit();
    const request = { audit_id, website_url: site.origin, callback_url: receiver.url };
    await scanner.start(request);
    await scanner.start(request);
    await expect.poll(() => receiver.last()).toBe("audit.completed");
    const pages = receiver.events.flatMap((event) => event.pages);
    expect(pages.map((page) => pathOf(page.url)).sort()).toEqual(["/", ...names].sort());
    expect(receiver.events.map((event) => event.sequence)).toEqual(receiver.events.map((_, index) => index + 1));
    expect(receiver.events.at(-1)).toMatchObject({ audit_id, pages_total: 12, pages: [] });
    expect(receiver.events.filter((event) => event.event === "pages.completed").length).toBeGreaterThan(1);
    expect(receiver.events.flatMap((event) => event.discovered_urls ?? [])).toHaveLength(12);
    expect(receiver.unsigned).toBe(0);
    await receiver.close();
  });

  test(`${kind}: a cancelled scan loads and sends nothing more, and can be cancelled again @long`, async () => {
    const scanner = open();
    const receiver = await receiveCallbacks(secret);
    const slow = await serveSite(() => ({
      "*": (request, response) => {
        const links = Array.from({ length: 5 }, (_, index) => `<a href="${request.url}${index}/">Page ${index}</a>`);
        setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end(soundPage(links.join(" "))), 100);
      },
    }));
    const audit_id = nextAudit();
    await scanner.start({ audit_id, website_url: slow.origin, callback_url: receiver.url });
    await expect.poll(() => slow.hits.length).toBeGreaterThan(5);
    await scanner.cancel(audit_id);
    const seen = [slow.hits.length, receiver.attempts.length];
    await scanner.cancel(audit_id);
    const other = await receiveCallbacks(secret);
    await scanner.start({
      audit_id: nextAudit(),
      website_url: site.origin,
      callback_url: other.url,
      options: { max_pages: 3 },
    });
    await expect.poll(() => other.last()).toBe("audit.completed");
    expect([slow.hits.length, receiver.attempts.length]).toEqual(seen);
    expect(receiver.last()).not.toBe("audit.completed");
    for (const open of [slow, receiver, other]) await open.close();
  });

  test(`${kind}: reports how long a scan pauses for a crawl delay, and the resources the scan used [H5] @long`, async () => {
    const scanner = open();
    const receiver = await receiveCallbacks(secret);
    // The first page is requested twice: during discovery, then by the scan itself. The scan finishes the page before
    // it reports any pause that begins after the second request.
    let requests = 0;
    let eventsBefore = Number.POSITIVE_INFINITY;
    const polite = await serveSite(() => ({
      "/robots.txt": (_request, response) => response.end("User-agent: *\nCrawl-delay: 40\n"),
      "/": (_request, response) => {
        requests += 1;
        if (requests === 2) eventsBefore = receiver.events.length;
        response
          .writeHead(200, { "content-type": "text/html" })
          .end(soundPage('<a href="/a/">A</a><a href="/b/">B</a>'));
      },
      "*": soundPage("One of many"),
    }));
    const audit_id = nextAudit();
    await scanner.start({ audit_id, website_url: polite.origin, callback_url: receiver.url });
    const pause = () =>
      Math.max(0, ...receiver.events.slice(eventsBefore).map(({ pause_seconds = 0 }) => pause_seconds));
    await expect.poll(pause).toBeGreaterThan(3);
    expect(pause()).toBeLessThanOrEqual(40);
    await scanner.cancel(audit_id);
    const finished = receiver.events.flatMap(({ pages }) => pages.map(({ url }) => pathOf(url)));
    expect(finished[0], "finished pages are delivered when the scan stops").toBe("/");
    // On a busy machine the pause may be over before the test sees it.
    expect(polite.hits).toEqual(expect.arrayContaining(finished));
    const usage = receiver.events.flatMap((event) => event.usage ?? []);
    expect(usage.reduce((sum, { cpu_ms }) => sum + cpu_ms, 0)).toBeGreaterThan(100);
    expect(usage.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(100);
    for (const part of [polite, receiver]) await part.close();
  });

  test(`${kind}: ends with audit.failed and the reason when a website can't be scanned`, async () => {
    const receiver = await receiveCallbacks(secret);
    await open().start({ audit_id: nextAudit(), website_url: "http://127.0.0.1:1/", callback_url: receiver.url });
    await expect.poll(() => receiver.last()).toBe("audit.failed");
    expect(receiver.events.at(-1)?.error?.code).toBe("unreachable");
    await receiver.close();
  });
}

test("resends the same events until the app accepts them, so that none is lost @long", async () => {
  const receiver = await receiveCallbacks(secret, (_event, attempt) =>
    attempt <= 3 ? { status: [500, 503, 429][attempt - 1] ?? 500 } : undefined,
  );
  await embedded.start({ audit_id: nextAudit(), website_url: site.origin, callback_url: receiver.url });
  await expect.poll(() => receiver.last()).toBe("audit.completed");
  expect(receiver.attempts.slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(receiver.events.flatMap((event) => event.pages)).toHaveLength(12);
  await receiver.close();
});

test("stops the scan when the app responds that it ignores the audit @long", async () => {
  const receiver = await receiveCallbacks(secret, () => ({ body: { ignored: true } }));
  const audit_id = nextAudit();
  await embedded.start({ audit_id, website_url: site.origin, callback_url: receiver.url });
  await expect.poll(() => receiver.attempts.length).toBeGreaterThan(0);
  await expect
    .poll(async () => ((await (await fetch(`${base}/health`)).json()) as { running: number }).running)
    .toBe(0);
  expect(receiver.attempts).toEqual([1]);
  await receiver.close();
});

test("a resumed scan continues its sequence numbers and page count @long", async () => {
  const receiver = await receiveCallbacks(secret);
  const done = ["/", ...names.slice(0, 8)].map((name) => site.origin + name);
  const options = { skip_urls: done, known_urls: [...names.map((name) => site.origin + name)], first_sequence: 7 };
  await embedded.start({ audit_id: nextAudit(), website_url: site.origin, callback_url: receiver.url, options });
  await expect.poll(() => receiver.last()).toBe("audit.completed");
  expect(receiver.events[0]?.sequence).toBe(7);
  expect(
    receiver.events
      .flatMap((event) => event.pages)
      .map((page) => pathOf(page.url))
      .sort(),
  ).toEqual(names.slice(8).sort());
  expect(receiver.events.at(-1)?.pages_total).toBe(12);
  await receiver.close();
});

/** Kills the scanning processes, identified by the folder that contains their executable. */
const killWorkers = (): void => {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" });
  const workers = stdout.split("\n").filter((line) => line.includes(`curbcut-scan-${embedded.processId()}-`));
  for (const line of workers) process.kill(Number.parseInt(line, 10), "SIGKILL");
};

test("delivers each linked PDF once, even if a scanning process is killed during a download @long", async () => {
  test.slow();
  const receiver = await receiveCallbacks(secret);
  let downloads = 0;
  const answer: Answer = ({ method }, response) => {
    response.writeHead(200, { "content-type": "application/pdf" });
    if (method === "HEAD") response.end();
    else if (++downloads === 2) response.write("%PDF-1.7\n", killWorkers);
    else response.end(makePdf());
  };
  const shop = await serveSite(() => ({
    "/": soundPage('<p><a href="/a.pdf">First</a> <a href="/b.pdf">Second</a> <a href="/b">Page</a></p>'),
    "/b": soundPage('<p><a href="/b.pdf">Second</a></p>'),
    "/a.pdf": answer,
    "/b.pdf": answer,
  }));
  const { origin } = shop;
  const options = { depth: "quick" } as const;
  await embedded.start({ audit_id: nextAudit(), website_url: origin, callback_url: receiver.url, options });
  await expect.poll(receiver.last).toBe("audit.completed");
  const pages = receiver.events.flatMap((event) => event.pages);
  expect(pages.map(({ url, documents }) => [pathOf(url), documents?.map(pathOf)])).toEqual([
    ["/", ["/a.pdf", "/b.pdf"]],
    ["/b", ["/b.pdf"]],
  ]);
  const documents = receiver.events.flatMap((event) => event.documents);
  expect(documents.map(({ url, problem, title }) => [pathOf(url), problem, title])).toEqual([
    ["/b.pdf", null, "Larches"],
    ["/a.pdf", null, "Larches"],
  ]);
  expect(downloads).toBe(3);
  await shop.close();
  await receiver.close();
});

test("stops trying a fix when the caller closes the connection @long", async () => {
  const loading = new Set<string>();
  const slow = await serveSite(() => ({
    "*": ({ url = "" }, response) => {
      loading.add(url);
      response.on("close", () => loading.delete(url));
    },
  }));
  const finding = { rule_id: "color-contrast", selector: ".pale", html: '<p class="pale">Text</p>', drafts: [] };
  const tryFix = (path: string) => {
    const body = JSON.stringify({ page_url: `${slow.origin}${path}`, ...finding });
    const headers = { [SIGNATURE_HEADER]: signScannerBody(secret, body) };
    const caller = new AbortController();
    const ended = fetch(`${base}/fixes`, { method: "POST", headers, body, signal: caller.signal });
    return { caller, failed: expect(ended).rejects.toThrow() };
  };
  // The scanner eventually gives up on pages that never respond. It would give up on /patient first, because it
  // requests that page first.
  const patient = tryFix("/patient");
  await expect.poll(() => loading.has("/patient")).toBe(true);
  const impatient = tryFix("/impatient");
  await expect.poll(() => loading.has("/impatient")).toBe(true);
  impatient.caller.abort();
  await impatient.failed;
  await expect.poll(() => [...loading]).toEqual(["/patient"]);
  patient.caller.abort();
  await patient.failed;
  await slow.close();
});

test("rejects unsigned, wrongly signed and stale requests, and names a body's invalid fields", async () => {
  const send = (body: string, signature: string | null, method = "POST", path = "/scans") =>
    fetch(base + path, {
      method,
      body,
      headers: signature ? { [SIGNATURE_HEADER]: signature } : {},
    });
  const body = JSON.stringify({ audit_id: "x", website_url: site.origin, callback_url: "http://127.0.0.1:1/" });
  const stale = signScannerBody(secret, body, new Date(Date.now() - 301_000));
  for (const signature of [
    null,
    "t=1,v1=00",
    signScannerBody("other", body),
    signScannerBody(secret, `${body} `),
    stale,
  ]) {
    expect((await send(body, signature)).status).toBe(401);
  }
  expect((await send("", null, "DELETE", "/scans/x")).status).toBe(401);
  const wrong = await send('{"website_url":"ftp://x"}', signScannerBody(secret, '{"website_url":"ftp://x"}'));
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("website_url");
  expect((await send("{", signScannerBody(secret, "{"))).status).toBe(400);
  expect((await send("", signScannerBody(secret, ""), "POST", "/other")).status).toBe(404);
});

test("cancels an audit only when the signed body names that audit @long", async () => {
  const receiver = await receiveCallbacks(secret);
  const slow = await serveSite(() => ({ "*": (_request, response) => void setTimeout(() => response.end(), 60_000) }));
  const audit_id = nextAudit();
  const other = nextAudit();
  await embedded.start({ audit_id, website_url: slow.origin, callback_url: receiver.url });
  const running = async () => ((await (await fetch(`${base}/health`)).json()) as { running: number }).running;
  await expect.poll(() => slow.hits.length).toBeGreaterThan(0);
  expect(await running()).toBe(1);
  const cancel = (body: string) =>
    fetch(`${base}/scans/${audit_id}`, {
      method: "DELETE",
      ...(body === "" ? {} : { body }),
      headers: { [SIGNATURE_HEADER]: signScannerBody(secret, body) },
    });
  const start = JSON.stringify({ audit_id, website_url: slow.origin, callback_url: receiver.url });
  for (const body of ["", "{}", JSON.stringify({ audit_id: other }), start])
    expect((await cancel(body)).status, body).toBe(400);
  expect(await running()).toBe(1);
  expect((await cancel(JSON.stringify({ audit_id }))).status).toBe(204);
  await expect.poll(running).toBe(0);
  for (const open of [slow, receiver]) await open.close();
});

test("when a killed scanner has restarted, calls onRestart and accepts requests again @long", async () => {
  const restarted = new Promise<void>((resolve) => embedded.onRestart(resolve));
  const before = embedded.processId();
  process.kill(before ?? 0, "SIGKILL");
  await restarted;
  expect(embedded.processId()).not.toBe(before);
  const receiver = await receiveCallbacks(secret);
  await embedded.start({
    audit_id: nextAudit(),
    website_url: site.origin,
    callback_url: receiver.url,
    options: { max_pages: 2 },
  });
  await expect.poll(() => receiver.last()).toBe("audit.completed");
  await receiver.close();
});

test("`check` returns null if the scanner doesn't support checks and throws if it can't run one, and the scanner rejects unsigned checks", async () => {
  const request = { rule_id: "image-alt", before: "<img>", after: '<img alt="">' };
  for (const status of [404, 405, 501]) {
    const foreign = await startFailing(status, {}, "{}");
    expect(await createRemoteScanner(foreign.url, secret).check(request)).toBeNull();
    await foreign.stop();
  }
  const broken = await startFailing(500, {}, "{}");
  await expect(createRemoteScanner(broken.url, secret).check(request)).rejects.toMatchObject({ code: "unavailable" });
  await broken.stop();
  const odd = await startFailing(200, {}, '{"verified":"maybe"}');
  await expect(createRemoteScanner(odd.url, secret).check(request)).rejects.toMatchObject({ code: "upstream_failed" });
  await odd.stop();
  // Not `base`: the scanner restarted above has a new URL.
  const path = `${await embedded.address()}/checks`;
  const post = (body: string, headers: Record<string, string> = {}) => fetch(path, { method: "POST", headers, body });
  expect((await post(JSON.stringify(request))).status).toBe(401);
  expect((await post("{}", { [SIGNATURE_HEADER]: signScannerBody(secret, "{}") })).status).toBe(400);
});

test("removes or replaces those characters in a page's text that a database can't store", async () => {
  const result = { change: null, draft: null, cleared: {}, moved_px: 0, rejection: "pixels" };
  const foreign = await startFailing(200, {}, JSON.stringify({ ...result, detail: "a\0b\ud800" }));
  const request = {
    page_url: "https://example.org/",
    rule_id: "image-alt",
    selector: "img",
    html: "<img>",
    drafts: [],
  };
  expect(await createRemoteScanner(foreign.url, secret).fix(request)).toEqual({
    ...result,
    detail: "ab\ufffd",
    colour_scheme: null,
  });
  await foreign.stop();
});

test("uses a new connection for each request, because scanners close idle connections", async () => {
  let connections = 0;
  const server = createServer((_request, response) => response.writeHead(202).end("{}"));
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const scanner = createRemoteScanner(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret);
  const request = { website_url: "https://example.org", callback_url: "https://app.example/callback" };
  await scanner.health();
  for (const audit_id of ["one", "two", "three"]) await scanner.start({ ...request, audit_id });
  await scanner.cancel("three");
  expect(connections).toBe(5);
  server.close();
});
