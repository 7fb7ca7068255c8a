import type { DocumentReport, PageResult, ScanOptionsInput } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";
import { Journey } from "@/server/scanner/journey-contract";
import { scanSite } from "@/server/scanner/scan-site";
import { makePdf } from "../support/documents/make-pdf";
import { expect, pathOf, test } from "../support/scanner/scan";
import { type Answer, soundPage } from "../support/scanner/serve-site";
import { createShopSite } from "../support/scanner/shop-site";

const link = (href: string, text = `The page ${href}`) => `<p><a href="${href}">${text}</a></p>`;

const servePdf: Answer = (_request, response) =>
  response.writeHead(200, { "content-type": "application/pdf" }).end(makePdf());

const checkout = {
  name: "Checkout",
  steps: [
    { action: "fill", element: { label: "Full name" }, text: "Ada Larch" },
    { action: "click", element: { role: "button", name: "Continue" } },
    { action: "scan", name: "delivery" },
  ],
};

/** Scans a shop. Its delivery page, which only a journey reaches, contains `links`. */
const scanDelivery = async (
  engine: ScanEngine,
  serve: (pages: (origin: string) => Record<string, Answer>) => Promise<{ origin: string }>,
  links: string,
  more: Record<string, Answer>,
  options: ScanOptionsInput | ((origin: string) => ScanOptionsInput) = {},
) => {
  const shop = createShopSite({ "/delivery": soundPage(links), ...more });
  const site = await serve(() => shop.answers);
  const opened: string[] = [];
  const pages: PageResult[] = [];
  const documents: DocumentReport[] = [];
  const sink = {
    opened: (url: string) => void opened.push(url),
    page: (page: PageResult) => void pages.push(page),
    document: (document: DocumentReport) => void documents.push(document),
  };
  const given = typeof options === "function" ? options(site.origin) : options;
  const job = { website_url: site.origin, options: { depth: "quick" as const, ...given } };
  const summary = await scanSite({ ...job, journeys: [Journey.parse(checkout)] }, sink, engine);
  const crawled = opened.filter((url) => !url.includes("#")).map(pathOf);
  return { reached: pages.find(({ journey }) => journey), crawled, documents, summary, visited: shop.visited };
};

test("checks PDFs that only a page of a journey links to @long", async ({ engine, serve }) => {
  const links = link("/terms.pdf") + link("/terms.pdf#page=2") + link("/download");
  const more = { "/terms.pdf": servePdf, "/download": servePdf };
  const { reached, documents } = await scanDelivery(engine, serve, links, more);
  expect(reached?.documents?.map(pathOf)).toEqual(["/terms.pdf"]);
  const byPath = Object.fromEntries(documents.map((document) => [pathOf(document.url), document]));
  expect(byPath["/terms.pdf"]).toMatchObject({ problem: null, pages: 1, linked_from: [] });
  // What this URL returns is known only after the page of the journey has been delivered.
  expect(byPath["/download"]).toMatchObject({ problem: null, linked_from: [reached?.url] });
});

test("counts the links to a PDF from journey pages and from other pages together @long", async ({ engine, serve }) => {
  const more = {
    "/": soundPage(`${createShopSite().home}${link("/terms.pdf")}${link("/once.pdf")}`),
    "/terms.pdf": servePdf,
    "/once.pdf": servePdf,
  };
  const { documents } = await scanDelivery(engine, serve, link("/terms.pdf"), more, { max_documents: 1 });
  expect(documents.map(({ url }) => pathOf(url))).toEqual(["/terms.pdf"]);
});

test("scans pages that only a page of a journey links to, and follows their links @long", async ({ engine, serve }) => {
  const more = { "/returns": soundPage(link("/labels")), "/labels": soundPage("<p>Print it.</p>") };
  const links = `${link("/returns")}${link("#main")}${link("https://carrier.example/")}`;
  const { crawled, summary, visited } = await scanDelivery(engine, serve, links, more);
  expect(crawled).toEqual(["/", "/returns", "/labels"]);
  expect(summary).toEqual({ pages_total: 4, pages_done: 4, pages_failed: 0 });
  // The journey's page has already been scanned. Its links to its own sections don't lead to another page.
  expect(visited).not.toContain("/delivery");
});

test("applies the same limits to links on journey pages as to other links @long", async ({ engine, serve }) => {
  const more = Object.fromEntries(["/a", "/b", "/c", "/intern"].map((path) => [path, soundPage("<p>More.</p>")]));
  const links = [...Object.keys(more), "/hidden"].map((path) => link(path)).join("");
  const robots: Answer = (_request, response) => response.end("User-agent: *\nDisallow: /hidden");
  const options = { max_pages: 4, exclude: ["/intern"] };
  const { crawled, visited } = await scanDelivery(engine, serve, links, { ...more, "/robots.txt": robots }, options);
  expect(crawled).toEqual(["/", "/a", "/b"]);
  expect(visited).not.toContain("/hidden");
});

test("in a sample or an audit of listed URLs, doesn't follow links on journey pages @long", async ({
  engine,
  serve,
}) => {
  const sitemap: Answer = (request, response) => {
    const urls = Array.from({ length: 200 }, (_, at) => `<url><loc>http://${request.headers.host}/p${at}</loc></url>`);
    response.end(`<urlset>${urls.join("")}</urlset>`);
  };
  const more = { "/returns": soundPage("<p>More.</p>"), "/sitemap.xml": sitemap };
  const sampled = await scanDelivery(engine, serve, link("/returns"), more, { sample: true, max_pages: 8 });
  expect(sampled.reached?.error).toBeNull();
  expect(sampled.visited).not.toContain("/returns");
  const onlyListed = (origin: string) => ({ list_only: true, url_groups: [{ name: null, urls: [`${origin}/p1`] }] });
  const listed = await scanDelivery(engine, serve, link("/returns"), more, onlyListed);
  expect(listed.visited).not.toContain("/returns");
});

test("doesn't follow links that may change something or contain entered text @long", async ({ engine, serve }) => {
  const risky = ["/orders/7/remove", "/basket/delete", "/profile?name=Ada+Larch"];
  const links = `${risky.map((path) => link(path, "Go")).join("")}${link("/x", "Sign out")}${link("/returns")}`;
  const { crawled, visited } = await scanDelivery(engine, serve, links, { "/returns": soundPage("<p>More.</p>") });
  expect(crawled).toEqual(["/", "/returns"]);
  for (const path of [...risky, "/x"]) expect(visited).not.toContain(path);
});

test("doesn't change the order of the other pages @long", async ({ engine, serve }) => {
  const start = `${createShopSite().home}${link("/first")}`;
  const more = {
    "/": soundPage(start),
    "/first": soundPage("<p>More.</p>"),
    "/listed": soundPage("<p>More.</p>"),
    "/last": soundPage("<p>More.</p>"),
    "/sitemap.xml": ((request, response) =>
      response.end(`<urlset><url><loc>http://${request.headers.host}/listed</loc></url></urlset>`)) satisfies Answer,
  };
  const links = ["/", "/last", "/listed", "/first"].map((path) => link(path)).join("");
  const { crawled } = await scanDelivery(engine, serve, links, more);
  expect(crawled).toEqual(["/", "/first", "/listed", "/last"]);
});
