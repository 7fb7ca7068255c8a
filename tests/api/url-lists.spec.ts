import { requestScan } from "@/server/domains/audits/request-scan";
import { expect, type SignedIn, test } from "@/tests/support/api";
import { attachSilentScanner } from "@/tests/support/scanner/attach-silent-scanner";
import { deliver, failedPage, pageOf, startAuditOf, uniqueSite } from "@/tests/support/scans";

const scanner = attachSilentScanner(test);

const addWebsite = async (client: SignedIn, settings: object = {}) => {
  const url = uniqueSite();
  const { id } = (await client.post("/api/websites/", { url, settings })).data;
  return { id, url, path: `/api/websites/${id}/url-list/`, origin: new URL(url).origin };
};

test("checks a list without saving it, then saves, replaces and deletes it", async ({ as, db, org_id }) => {
  const { path, origin, id } = await addWebsite(as("owner"), { max_pages: 2 });
  const content = [`${origin}/a`, "/a", "# Checkout", "/basket", "/pay", "https://elsewhere.example/"].join("\n");
  const checked = await as("member").post(`${path}check/`, { content });
  expect(checked.data).toEqual({
    urls: 3,
    groups: [
      { name: null, urls: 1 },
      { name: "Checkout", urls: 2 },
    ],
    ...{ most_scanned: 2, duplicates: 1, refused: 1 },
    refusals: [
      {
        line: 6,
        text: "https://elsewhere.example/",
        reason: "other_website",
        message: "This URL is on another website.",
      },
    ],
    content: [`${origin}/a`, "# Checkout", `${origin}/basket`, `${origin}/pay`].join("\n"),
  });
  expect((await as("viewer").get(path)).data).toEqual({ url_list: null });
  const refused = await as("member").post(path, { content });
  expect(refused).toFail(400, "invalid_input", [
    { path: "content", message: "Line 6: This URL is on another website." },
  ]);
  expect((await as("viewer").get(path)).data).toEqual({ url_list: null });
  const saved = await as("member").post(path, { content, skip_refused: true });
  expect(saved.data.url_list).toMatchObject({ urls: 3, most_scanned: 2, content: checked.data.content });
  expect((await as("viewer").get(path)).data).toEqual(saved.data);
  const csv = `group,url\nHelp,${origin}/help\n`;
  const replaced = await as("owner").post(path, { content: csv, format: "csv" });
  expect(replaced.data.url_list).toMatchObject({ urls: 1, groups: [{ name: "Help", urls: 1 }] });
  expect(await db.auditLog.count({ where: { org_id, action: "website_url_list.save" } })).toBe(2);
  expect(await as("viewer").post(path, { content: csv })).toFail(403, "forbidden");
  expect((await as("owner").delete(path)).data).toEqual({ id });
  expect(await as("owner").delete(path)).toFail(404, "not_found");
});

test("saves a list whose group names are cut off at an emoji or contain line breaks", async ({ as }) => {
  const { path, origin } = await addWebsite(as("owner"));
  const name = "a".repeat(99);
  const text = await as("owner").post(path, { content: `# ${name}😀\n/x` });
  expect(text.data.url_list).toMatchObject({ groups: [{ name, urls: 1 }], content: `# ${name}\n${origin}/x` });
  const csv = await as("owner").post(path, { content: `url,group\n/x,${name}😀\n/y,"Help\n/pay"` });
  expect(csv.data.url_list.groups).toEqual([
    { name, urls: 1 },
    { name: "Help /pay", urls: 1 },
  ]);
});

test("refuses a list that can't be read, and keeps the saved one", async ({ as }) => {
  const { path, origin } = await addWebsite(as("owner"));
  const saved = (await as("owner").post(path, { content: `${origin}/a` })).data;
  const lists = {
    "The list contains no URLs. Put each URL on its own line.": "# Only a group",
    "None of the URLs in the list can be scanned on this website.": "https://elsewhere.example/",
    "The CSV file is malformed in line 2. Check its quotation marks.": 'url,title\n/a,"open',
    "The list has 10,001 URLs, and the limit is 10,000. Leave some out.": Array.from(
      { length: 10_001 },
      (_, at) => `/${at}`,
    ).join("\n"),
  };
  for (const [message, content] of Object.entries(lists)) {
    const reply = await as("owner").post(path, { content, skip_refused: true });
    expect(reply).toFail(400, "invalid_input", [{ path: "content", message }]);
  }
  expect((await as("owner").get(path)).data).toEqual(saved);
});

test("an audit uses the list as it was when the audit started, and the audit's pages name their groups", async ({
  as,
  rest,
}) => {
  const client = as("owner");
  const { path, url, origin, id: website_id } = await addWebsite(client, { list_only: true });
  await client.post(path, { content: [`${origin}/a`, "# Checkout", "/basket", "/pay"].join("\n") });
  const { id } = await startAuditOf(client, url);
  await client.post(path, { content: `${origin}/later` });
  await requestScan(id);
  const [request] = scanner().requests.filter(({ audit_id }) => audit_id === id);
  expect(request?.options).toMatchObject({
    list_only: true,
    url_groups: [
      { name: null, urls: [`${origin}/a`] },
      { name: "Checkout", urls: [`${origin}/basket`, `${origin}/pay`] },
    ],
  });
  await deliver(rest, id, [
    pageOf(`${origin}/a`),
    pageOf(`${origin}/basket`, { group: "Checkout" }),
    { ...failedPage(`${origin}/pay`, "blocked_by_robots"), group: "Checkout" },
  ]);
  const pages = await client.get(`/api/results/${id}/pages/?group=Checkout`);
  expect(pages.data.map(({ url, group }: { url: string; group: string }) => [url, group])).toEqual([
    [`${origin}/basket`, "Checkout"],
    [`${origin}/pay`, "Checkout"],
  ]);
  const { scope } = (await client.get(`/api/results/?audit_id=${id}`)).data;
  expect(scope.url_list).toEqual({
    ...{ urls: 3, list_only: true },
    groups: [
      { name: null, urls: 1, pages: 0 },
      { name: "Checkout", urls: 2, pages: 2 },
    ],
  });
  const exported = await client.get(`/api/results/${id}/export/?format=json`);
  expect(exported.body).toMatchObject({
    scope,
    pages: [{ group: null }, { group: "Checkout" }, { group: "Checkout" }],
  });
  expect((await client.get(`/api/websites/${website_id}/`)).data.effective_settings.list_only).toBe(true);
});
