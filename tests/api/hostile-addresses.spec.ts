import { expect, test } from "../support/api";

// Each rejected URL causes an error that names the field. Each accepted URL is stored in the harmless form given here;
// on every connection, the scanner's proxy checks the address that the host resolves to.
const refused: readonly string[] = [
  "javascript:alert(1)",
  "JaVaScRiPt://example.org/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "file:///etc/passwd",
  "ftp://example.org/",
  "gopher://127.0.0.1:6379/_FLUSHALL",
  "view-source:https://example.org/",
  "blob:https://example.org/0",
  "about:blank",
  "ws://example.org/",
  "mailto:somebody@example.org",
  "//example.org/",
  "example.org",
  "",
  "   ",
  "https://",
  "https:///",
  "https:example.org/a",
  "http://user@example.org/",
  "http://user:password@example.org/",
  "http://example.org@127.0.0.1/",
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://0/",
  "http://127.0.0.1./",
  "http://１２７.０.０.１/",
  "http://①②⑦.⓪.⓪.①/",
  "http://localhost/",
  "http://LOCALHOST:3000/",
  "http://localhost./",
  "http://app.localhost/",
  "http://[::1]/",
  "http://[::]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[::ffff:10.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[fe80::1]/",
  "http://[fc00::1]/",
  "http://[fe80::1%25eth0]/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://100.100.100.200/",
  "http://0.0.0.0:8000/",
  "http://255.255.255.255/",
  "http://224.0.0.1/",
  "http://192.0.2.1/",
  "http://256.1.1.1/",
  "http://1.2.3.4.5/",
  "https://example.org:99999/",
  "https://example.org:-1/",
  "https://exa mple.org/",
  "https://exam<ple.org/",
  "https://example.org%00.evil.example/",
  "https://example.org/\u0000",
  "https://example.org/\ud800",
  `https://example.org/${"a".repeat(2_001)}`,
  "https://xn--/",
  "https://xn--zzzzzz99999/",
];

const taken: readonly [given: string, kept: string][] = [
  ["HTTPS://EXAMPLE.ORG", "https://example.org/"],
  ["https://example.org:443/#fragment", "https://example.org/"],
  ["https://еxample.org/", "https://xn--xample-2of.org/"],
  ["https://example。org/", "https://example.org/"],
  ["https://ｅｘａｍｐｌｅ.org/", "https://example.org/"],
  ["https://exam\u00adple.org/", "https://example.org/"],
  ["https://example.org/a/../../b", "https://example.org/b"],
  ["https://example.org\\@evil.example/", "https://example.org/@evil.example/"],
  ["https://example.org/\r\nX-Injected:%201", "https://example.org/X-Injected:%201"],
  ["https://example.org/?next=javascript:alert(1)", "https://example.org/?next=javascript:alert(1)"],
  ["http://127.0.0.1.nip.example/", "http://127.0.0.1.nip.example/"],
  ["http://[2606:4700::1111]/", "http://[2606:4700::1111]/"],
];

for (const url of refused)
  test(`rejects ${JSON.stringify(url.slice(0, 60))}, names the field and stores nothing`, async ({
    as,
    db,
    org_id,
  }) => {
    const owner = as("owner");
    for (const path of ["/api/websites/", "/api/website-audit/"]) {
      const reply = await owner.post(path, { url });
      expect(reply, path).toFail(400, "invalid_input", [{ path: "url" }]);
      expect(reply.body?.error?.details).toEqual([
        expect.objectContaining({ message: expect.stringMatching(/^[A-Z].{10,}\.$/) }),
      ]);
    }
    expect(await db.website.count({ where: { org_id } })).toBe(0);
  });

for (const [given, kept] of taken)
  test(`stores ${JSON.stringify(given)} as ${kept}`, async ({ as }) => {
    const reply = await as("owner").post("/api/websites/", { url: given });
    expect(reply.status).toBe(201);
    expect(reply.data.url).toBe(kept);
    const audit = await as("owner").post("/api/website-audit/", { url: given });
    expect(audit.data).toMatchObject({ website_id: reply.data.id, website_url: kept });
  });

// As of Node 24, `new URL` accepts these.
const noNames = ["https://xn--/", "https://xn--zzzzzz99999/", "https://shop.xn--a/"];

test("every URL field rejects a host name that is invalid Punycode", async ({ as }) => {
  const owner = as("owner");
  const website = await owner.post("/api/websites/", { url: "https://example.org/" });
  const lead = { url: "https://example.org/", email: "ada@example.org" };
  const report = { id: "audit-1", variant: "summary", email: "ada@example.org", data: {} };
  for (const url of noNames) {
    const calls: [path: string, body: unknown, field: string][] = [
      ["/api/websites/", { url }, "url"],
      ["/api/websites/", { url: "https://example.com/", settings: { sitemap_url: url } }, "settings.sitemap_url"],
      ["/api/website-audit/", { url }, "url"],
      ["/api/monitors/", { url }, "url"],
      ["/api/webhooks/", { url, events: ["audit.completed"] }, "url"],
      ["/api/rum/sites/", { website_id: website.data.id, origins: [url] }, "origins.0"],
      ["/api/solutions/", { rule_id: "image-alt", html: "<img>", page_url: url }, "page_url"],
      ["/api/v1/chat/test", { ...lead, url }, "url"],
      ["/api/v1/chat/test", { ...lead, reportUrl: url }, "reportUrl"],
      ["/api/v1/report", { ...report, url }, "url"],
    ];
    for (const [path, body, field] of calls) {
      const reply = await owner.post(path, body);
      expect(reply, path).toFail(400, "invalid_input");
      expect(reply.body?.error?.details, `${path} ${field}`).toContainEqual({
        path: field,
        message: expect.stringMatching(/^Enter a URL, such as https:\/\/example\.org/),
      });
    }
  }
});
