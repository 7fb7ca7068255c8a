import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DocumentReport, PageResult, ScanOptionsInput } from "@/server/scanner/contract";
import { downloadDocument } from "@/server/scanner/document/download-document";
import type { ScanEngine } from "@/server/scanner/engine";
import { scanSite } from "@/server/scanner/scan-site";
import { SignIn, type SignInInput } from "@/server/scanner/sign-in-contract";
import { makePdf } from "../support/documents/make-pdf";
import { createMembersSite, formAt } from "../support/scanner/members-site";
import { expect, pathOf, scan, test } from "../support/scanner/scan";
import { type Answer, redirectTo, soundPage } from "../support/scanner/serve-site";

const MB = 1024 * 1024;
/** A PDF without a title and with a figure that has no alternative text. */
const flawed = makePdf({ metadata: "<x:xmpmeta/>", elements: "<< /S /P /K 0 >> << /S /Figure >>" });

const link = (href: string, attributes = "") => `<p><a href="${href}" ${attributes}>The document ${href}</a></p>`;

const serveFile =
  (file: Buffer, type = "application/pdf"): Answer =>
  (_request, response) =>
    response.writeHead(200, { "content-type": type }).end(file);

const scanDocuments = async (
  engine: ScanEngine,
  website_url: string,
  options: ScanOptionsInput = {},
  signIn?: SignInInput,
) => {
  const documents: DocumentReport[] = [];
  const linked: Record<string, string[]> = {};
  const sink = {
    page: ({ url, documents = [] }: PageResult) => {
      linked[pathOf(url)] = documents.map(pathOf);
    },
    document: (report: DocumentReport) => void documents.push(report),
  };
  const job = { website_url, options: { depth: "quick" as const, ...options } };
  const sign_in = signIn && SignIn.parse(signIn);
  const summary = await scanSite({ ...job, sign_in }, sink, engine);
  return { documents, linked, summary, byPath: Object.fromEntries(documents.map((one) => [pathOf(one.url), one])) };
};

const problemsOf = (documents: readonly DocumentReport[]) =>
  Object.fromEntries(documents.map(({ url, problem }) => [pathOf(url), problem]));

test("gives up on a download that takes too long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/slow.pdf": (_, response) => {
      response.writeHead(200, { "content-type": "application/pdf" }).write(flawed.subarray(0, 100));
    },
  }));
  const options = { objectTo: () => null, signal: new AbortController().signal, timeoutMs: 300 };
  await expect(downloadDocument(engine.fetcher, `${site.origin}/slow.pdf`, options)).rejects.toMatchObject({
    problem: "timeout",
  });
});

test("checks each linked PDF once, and names the pages that link to it @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(link("/a") + link("/b") + link("/shared.pdf#page=2") + link("/Paper.PDF")),
    "/a": soundPage(link("/shared.pdf") + link("/typed", 'type="application/pdf"')),
    "/b": soundPage(link("/shared.pdf?utm_source=b") + link("/c")),
    "/c": soundPage("<p>No documents.</p>"),
    "/shared.pdf": serveFile(flawed),
    "/typed": serveFile(makePdf(), "application/octet-stream"),
    "/Paper.PDF": serveFile(makePdf()),
  }));
  const { documents, linked, byPath, summary } = await scanDocuments(engine, site.origin);
  expect(linked).toEqual({
    "/": ["/shared.pdf", "/Paper.PDF"],
    "/a": ["/shared.pdf", "/typed"],
    "/b": ["/shared.pdf"],
    "/c": [],
  });
  expect(summary).toEqual({ pages_total: 4, pages_done: 4, pages_failed: 0 });
  expect(documents.map(({ url }) => pathOf(url))).toEqual(["/shared.pdf", "/Paper.PDF", "/typed"]);
  expect(byPath["/shared.pdf"]).toMatchObject({
    final_url: `${site.origin}/shared.pdf`,
    ...{ http_status: 200, title: null, bytes: flawed.length, pages: 1, problem: null, linked_from: [] },
  });
  expect(byPath["/shared.pdf"]?.findings).toContainEqual({
    ...{ rule_id: "pdf-figure-alt", clause: "7.3-1", criteria: ["1.1.1"], impact: "critical", outcome: "failed" },
    ...{ message: "A figure has neither alternative text nor replacement text.", page: 1, count: 1 },
  });
  expect(byPath["/typed"]).toMatchObject({ title: "Larches", problem: null, findings: [] });
  expect(byPath["/Paper.PDF"]).toMatchObject({ title: "Larches", problem: null, findings: [] });
});

test("recognises a PDF by the response to its URL @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(link("/a") + link("/download?id=1") + link("/moved")),
    "/a": soundPage(link("/download?id=1")),
    "/download": serveFile(flawed),
    "/moved": redirectTo("/download?id=2"),
  }));
  const checked = await scanDocuments(engine, site.origin);
  expect(checked.linked).toEqual({ "/": ["/download?id=1", "/moved"], "/a": ["/download?id=1"] });
  expect(problemsOf(checked.documents)).toEqual({ "/download?id=1": null, "/moved": null });
  expect(checked.byPath["/moved"]?.final_url).toBe(`${site.origin}/download?id=2`);
  // With a crawl delay, a URL is known to return a PDF only once it has been loaded, because links aren't checked.
  const slow = await serve(() => ({
    "/robots.txt": (_, response) => response.end("User-agent: *\nCrawl-delay: 0.1"),
    "/": soundPage(link("/download")),
    "/download": serveFile(flawed),
  }));
  const { documents, linked } = await scanDocuments(engine, slow.origin);
  expect(linked).toEqual({ "/": [] });
  expect(documents).toMatchObject([{ problem: null, linked_from: [`${slow.origin}/`] }]);
});

test("documents follow the same rules as pages: the website's own origin, robots.txt, include and exclude patterns @long", async ({
  engine,
  serve,
}) => {
  // The check for broken links sends HEAD requests, even after redirects.
  const downloads: string[] = [];
  const isDownload = ({ method, url = "" }: IncomingMessage) => method === "GET" && downloads.push(url);
  const foreign = await serve(() => ({
    "*": (request, response) => {
      isDownload(request);
      response.end(flawed);
    },
  }));
  const site = await serve(() => ({
    "/robots.txt": (_, response) => response.end("User-agent: *\nDisallow: /private"),
    "/": soundPage(
      [
        ...[`${foreign.origin}/elsewhere.pdf`, "/private/secret.pdf", "/old/excluded.pdf"],
        ...["/away.pdf", "/to-private.pdf", "/allowed.pdf"],
      ]
        .map((href) => link(href))
        .join(""),
    ),
    "/away.pdf": redirectTo(`${foreign.origin}/elsewhere.pdf`),
    "/to-private.pdf": redirectTo("/private/secret.pdf"),
    "/private/secret.pdf": (request, response) => {
      isDownload(request);
      response.end(flawed);
    },
    "/allowed.pdf": serveFile(makePdf()),
  }));
  const { documents } = await scanDocuments(engine, site.origin, { exclude: ["/old/"] });
  expect(problemsOf(documents)).toEqual({
    "/allowed.pdf": null,
    "/away.pdf": "left_site",
    "/to-private.pdf": "blocked_by_robots",
  });
  expect(downloads).toEqual([]);
});

/** Sends more than 50 MB, in parts, and counts how much is read. */
const endless = (taken: { bytes: number }): Answer => {
  const part = Buffer.alloc(MB, " ");
  return async ({ method }: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/pdf" });
    if (method === "HEAD") return void response.end();
    const closed = once(response, "close");
    response.write("%PDF-1.7\n");
    while (!response.destroyed && taken.bytes < 200 * MB) {
      if (!response.write(part)) await Promise.race([once(response, "drain"), closed]);
      taken.bytes += part.length;
    }
    response.end();
  };
};

test("finds pages and PDFs that only an opened menu links to @long", async ({ engine, serve }) => {
  const menu = soundPage(
    `<button id="menu" aria-expanded="false">Products</button><div id="items"></div><script>menu.onclick = () => {
      const isOpen = menu.getAttribute("aria-expanded") === "true";
      menu.setAttribute("aria-expanded", !isOpen);
      items.innerHTML = isOpen ? "" : '<ul><li><a href="/lamps">Lamps</a></li><li><a href="/prices.pdf">Prices</a></li></ul>';
    };</script>`,
  );
  const site = await serve(() => ({ "/": menu, "/lamps": soundPage("<p>Lamps for every room.</p>") }));
  const { documents, linked } = await scanDocuments(engine, site.origin, { depth: "full", states: true });
  expect(Object.keys(linked)).toEqual(["/", "/lamps"]);
  expect(documents).toMatchObject([{ url: `${site.origin}/prices.pdf`, linked_from: [`${site.origin}/`] }]);
});

test("says why a document can't be checked @long", async ({ engine, serve }) => {
  test.slow();
  const taken = { bytes: 0 };
  const isHead = ({ method }: IncomingMessage) => method === "HEAD";
  const answers: Record<string, Answer> = {
    "/large.pdf": endless(taken),
    "/encrypted.pdf": serveFile(makePdf({ trailer: "/Encrypt << /Filter /Standard /P -1 >>" })),
    "/broken.pdf": serveFile(Buffer.from("%PDF-1.7\nnothing else")),
    "/page.pdf": soundPage("<p>Really a page.</p>"),
    "/loop.pdf": redirectTo("/loop.pdf"),
    "/missing.pdf": (_, response) => response.writeHead(404).end("no"),
    "/private.pdf": redirectTo("http://127.0.0.2/x.pdf"),
    "/cut.pdf": (request, response) => {
      response.writeHead(200, { "content-type": "application/pdf", "content-length": "100000" });
      if (isHead(request)) response.end();
      else response.write("%PDF-1.7\n", () => response.destroy());
    },
    "/heavy.pdf": serveFile(makePdf({ elements: "()".repeat(6 * MB) })),
    "/fine.pdf": serveFile(makePdf()),
  };
  const site = await serve(() => ({
    "/": soundPage(
      Object.keys(answers)
        .map((href) => link(href))
        .join(""),
    ),
    ...answers,
  }));
  const { documents } = await scanDocuments(engine, site.origin);
  expect(problemsOf(documents)).toEqual({
    "/large.pdf": "too_large",
    "/encrypted.pdf": "encrypted",
    "/broken.pdf": "broken",
    "/page.pdf": "not_pdf",
    "/loop.pdf": "too_many_redirects",
    "/missing.pdf": "http_error",
    "/private.pdf": "left_site",
    "/cut.pdf": "unreachable",
    "/heavy.pdf": "over_limit",
    "/fine.pdf": null,
  });
  expect(taken.bytes).toBeLessThan(100 * MB);
});

test("signs in a second time if the session ends during a download, and names the documents that still can't be downloaded @long", async ({
  engine,
  serve,
}) => {
  const pages = { "/orders": ["/a.pdf", "/b.pdf", "/missing.pdf", "/page.pdf"].map((path) => link(path)).join("") };
  const files = { "/a.pdf": flawed, "/b.pdf": flawed };
  for (const more of [{}, { inPlace: true }, { refuses: true }, { endsAlways: true }]) {
    const members = createMembersSite({ pages: { ...pages, "/page.pdf": "" }, files, endsAt: "/a.pdf", ...more });
    const site = await serve(() => members.answers);
    const { documents } = await scanDocuments(engine, site.origin, {}, formAt(site.origin));
    const name = JSON.stringify(more);
    expect.soft(members.attempts, name).toEqual(["signed in", "signed in"]);
    const expected = { "/b.pdf": null, "/missing.pdf": "http_error", "/page.pdf": "not_pdf" };
    if ("endsAlways" in more) expect.soft(problemsOf(documents), name).toMatchObject({ "/a.pdf": "signed_out" });
    else expect.soft(problemsOf(documents), name).toEqual({ "/a.pdf": null, ...expected });
  }
});

test("a document that the server refuses to send isn't mistaken for the end of the session @long", async ({
  engine,
  serve,
}) => {
  const members = createMembersSite({ pages: { "/orders": link("/secret.pdf") + link("/away.pdf") } });
  const site = await serve(() => ({
    ...members.answers,
    "/secret.pdf": (_, response) => response.writeHead(401).end("No."),
    "/away.pdf": redirectTo("https://example.com/away.pdf"),
  }));
  const { documents } = await scanDocuments(engine, site.origin, {}, formAt(site.origin));
  expect(problemsOf(documents)).toEqual({ "/secret.pdf": "http_error", "/away.pdf": "left_site" });
  expect(members.attempts).toEqual(["signed in"]);
});

test("checks at most max_documents documents, starting with those that the most pages link to, and none if max_documents is 0 @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(link("/1.pdf") + link("/2.pdf") + link("/3.pdf") + link("/a")),
    "/a": soundPage(link("/3.pdf")),
    "*": serveFile(makePdf()),
  }));
  const { documents, linked } = await scanDocuments(engine, site.origin, { max_documents: 2 });
  expect(documents.map(({ url }) => pathOf(url))).toEqual(["/3.pdf", "/1.pdf"]);
  expect(linked["/"]).toEqual(["/1.pdf", "/2.pdf", "/3.pdf"]);
  const before = site.hits.length;
  const off = await scanDocuments(engine, site.origin, { max_documents: 0 });
  expect(off).toMatchObject({ documents: [], linked: { "/": [], "/a": [] } });
  expect(site.hits.slice(before).filter((hit) => hit === "/2.pdf").length).toBeLessThan(2);
});

test("a resumed scan neither checks delivered documents again nor loses those found earlier @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(link("/1.pdf") + link("/2.pdf") + link("/rest")),
    "/rest": soundPage(link("/3.pdf")),
    "*": serveFile(makePdf()),
  }));
  const [start, first, second] = ["/", "/1.pdf", "/2.pdf"].map((path) => site.origin + path) as [
    string,
    string,
    string,
  ];
  const { documents, linked } = await scanDocuments(engine, site.origin, {
    skip_urls: [start],
    known_urls: [start, `${site.origin}/rest`],
    known_documents: [first, second].map((url) => ({ url, pages: 1 })),
    skip_documents: [first],
    max_documents: 2,
  });
  expect(linked).toEqual({ "/rest": ["/3.pdf"] });
  expect(documents.map(({ url }) => pathOf(url))).toEqual(["/2.pdf"]);
});

test("a scan that is cancelled during a download ends immediately", async ({ engine, serve }) => {
  const stop = new AbortController();
  const site = await serve(() => ({
    "/": soundPage(link("/slow.pdf")),
    "/slow.pdf": ({ method }, response) => {
      if (method === "HEAD") response.end();
      else response.write("%PDF-1.7\n", () => stop.abort(new Error("Cancelled.")));
    },
  }));
  await expect(scan(engine, site.origin, { depth: "quick" }, stop.signal)).rejects.toThrow("Cancelled.");
});
