import sharp from "sharp";
import { expect, type RestClient, type SignedIn, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { startLocalScanner } from "@/tests/support/local-scanner";
import { answerOf, dataOf } from "@/tests/support/model";
import { startOpenAi } from "@/tests/support/openai";
import type { RestHandler } from "@/tests/support/rest-client";
import { attachBareScanner } from "@/tests/support/scanner/attach-bare-scanner";
import { serveSite, soundPage, type TestSite } from "@/tests/support/scanner/serve-site";
import { axeOf, deliver, pageOf, startAuditOf } from "@/tests/support/scans";
import { screenshotIn } from "@/tests/support/screenshots";

let openai: Awaited<ReturnType<typeof startOpenAi>>;
let site: TestSite;

const html = '<img src="/a83.png" width="60" height="60">';
const box = { x: 40, y: 600, width: 60, height: 60 };

test.beforeAll(async () => {
  openai = await startOpenAi();
  site = await serveSite(() => ({ "/": soundPage(`<p>${html}</p>`) }));
});
test.beforeEach(() => {
  configure({
    OPENAI_API_KEY: "key",
    OPENAI_BASE_URL: openai.url,
    OPENAI_MODEL: "model-that-sees",
    SCAN_PRIVATE_HOSTS: ["127.0.0.1"],
  });
  openai.answerBy(({ prompt, image }) => {
    const code = dataOf({ prompt }).html;
    return answerOf(code, code.replace(">", image ? ' alt="A reading lamp">' : ' alt="Picture of a product">'));
  });
});
test.afterAll(async () => {
  configure({ OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, SCAN_PRIVATE_HOSTS: [] });
  await site.close();
  await openai.stop();
});

interface Pictured {
  rule_id?: string;
  hasScreenshot?: boolean;
  code?: string;
  /** Whether the element is in a frame. The screenshot shows where the frame is, but not its content. */
  isInFrame?: boolean;
}

/** Creates an audit of a page with one failing element and, by default, a screenshot. */
const auditOf = async (
  client: SignedIn,
  rest: RestHandler,
  { rule_id = "image-alt", hasScreenshot = true, code = html, isInFrame = false }: Pictured = {},
) => {
  const { id, url, website_id } = await startAuditOf(client, `${site.origin}/`);
  const axe = axeOf([{ rule_id, impact: "critical", failed: ["img"] }]);
  for (const node of axe.violations[0]?.nodes ?? [])
    Object.assign(node, { html: code, box: { ...box, ...(isInFrame && { is_frame: true }) } });
  const screenshot = hasScreenshot ? { screenshot: await screenshotIn("#2a6") } : {};
  await deliver(rest, id, [pageOf(url, { axe, ...screenshot })]);
  return website_id;
};

const requestFix = async (client: RestClient, given: object = {}) => {
  const body = { rule_id: "image-alt", html, page_url: `${site.origin}/`, selector: "img", ...given };
  const reply = await client.post("/api/solutions/", body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.data;
};

test.describe("with a scanner that tries fixes on pages", () => {
  let stopScanner: () => Promise<void>;
  test.beforeAll(async () => {
    stopScanner = await startLocalScanner();
  });
  test.afterAll(() => stopScanner());

  test("sends the model the part of the screenshot around the element, and marks the model's text as needing confirmation @long", async ({
    as,
    rest,
  }) => {
    await auditOf(as("owner"), rest);
    const solved = await requestFix(as("owner"));
    expect(solved).toMatchObject({
      verified_in: "page",
      placeholders: ["A reading lamp"],
      fix: { correct_code: html.replace(">", ' alt="A reading lamp">') },
    });
    const [{ image = "", prompt = "" } = {}, ...more] = openai.received;
    expect(more).toEqual([]);
    expect(prompt).toContain("A picture is attached");
    expect(prompt).not.toContain("You cannot see the picture");
    const [type, data = ""] = image.split(",");
    expect(type).toBe("data:image/jpeg;base64");
    const file = Buffer.from(data, "base64");
    expect(file.length).toBeLessThan(300_000);
    const { width = 0, height = 0 } = await sharp(file).metadata();
    expect(width).toBeLessThanOrEqual(720);
    // The page is 1,200 pixels tall.
    expect(height).toBeLessThan(500);
    const { dominant } = await sharp(file).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r);
    expect(await requestFix(as("owner"))).toMatchObject({ cached: true, fix: solved.fix });
  });
});

test.describe("with a scanner that neither tries nor checks fixes", () => {
  attachBareScanner(test);

  test("sends neither the code nor a screenshot if the website doesn't allow sharing", async ({ as, rest }) => {
    const website_id = await auditOf(as("owner"), rest);
    const settings = { allow_code_sharing: false };
    expect((await as("owner").patch(`/api/websites/${website_id}/`, { settings })).status).toBe(200);
    await requestFix(as("owner"));
    expect(openai.received).toEqual([]);
  });

  test("sends only code if there is no screenshot, if the code has changed since the audit, if the element is in a frame, or if the rule isn't about text @long", async ({
    as,
    rest,
    otherOrganisation,
  }) => {
    const owner = as("owner");
    await auditOf(owner, rest, { hasScreenshot: false });
    expect(await requestFix(owner)).toMatchObject({ placeholders: ["Picture of a product"] });
    await auditOf(owner, rest, { code: '<img src="/other.png">' });
    await requestFix(owner, { html: html.replace("60", "61") });
    const framed = html.replace("60", "63");
    await auditOf(owner, rest, { code: framed, isInFrame: true });
    await requestFix(owner, { html: framed });
    await auditOf(owner, rest, { rule_id: "duplicate-id-aria" });
    await requestFix(owner, { rule_id: "duplicate-id-aria", html: html.replace("60", "62") });
    expect(openai.received.length).toBeGreaterThanOrEqual(4);
    for (const { image, prompt } of openai.received) {
      expect(image).toBeUndefined();
      expect(prompt).not.toContain("A picture is attached");
    }
    await auditOf(owner, rest);
    const other = otherOrganisation().as("owner");
    await auditOf(other, rest, { hasScreenshot: false });
    await requestFix(other);
    expect(openai.received.at(-1)?.image).toBeUndefined();
  });

  test("sends only code if the model rejects images", async ({ as, rest }) => {
    await auditOf(as("owner"), rest);
    openai.refuseNext(400);
    expect(await requestFix(as("owner"))).toMatchObject({ placeholders: ["Picture of a product"] });
    expect(openai.received).toHaveLength(1);
    expect(openai.received[0]?.image).toBeUndefined();
    expect(openai.received[0]?.prompt).toContain("You cannot see the picture");
  });

  test("returns 502 if the model fails for another reason", async ({ as, rest }) => {
    await auditOf(as("owner"), rest);
    openai.refuseNext(401);
    const body = { rule_id: "image-alt", html, page_url: `${site.origin}/`, selector: "img" };
    expect(await as("owner").post("/api/solutions/", body)).toFail(502, "upstream_failed", { status: 401 });
    expect(openai.received).toEqual([]);
  });
});
