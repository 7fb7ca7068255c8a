import { newId } from "@/server/core/ids";
import { serviceKey } from "@/server/endpoint/service-key";
import { expect, type Reply, test } from "@/tests/support/api";
import { createRestClient, type RestHandler, uniqueAddress } from "@/tests/support/rest-client";

const queue = (rest: RestHandler, data: unknown): Promise<Reply> =>
  createRestClient(rest, async () => ({
    "x-client-ip": uniqueAddress(),
    authorization: `Bearer ${serviceKey()}`,
  })).post("/api/v1/report", {
    id: `shape-${newId()}`,
    variant: "full",
    email: `${newId()}@example.org`,
    url: "https://customer.example/",
    data,
  });

const message = (reply: Reply): string =>
  (reply.body?.error?.details as { message: string }[] | undefined)?.[0]?.message ?? "";

const axeResult = {
  url: "https://customer.example/",
  testEngine: { name: "axe-core", version: "4.14.1" },
  passes: [],
  violations: [{ id: "image-alt", impact: "critical", nodes: [{ html: "<img>", target: ["img"] }] }],
};

const others = [
  ["axe-core's results", axeResult, "Send axe-core violations as issues."],
  [
    "a score in a separate section",
    { accessibility: { score: 71 } },
    "Send the accessibility score as scores.accessibility.",
  ],
  ["Lighthouse's results", { categories: {}, audits: {} }, "Send Lighthouse categories as scores, from 0 to 100."],
  ["nothing", {}, "Found: nothing."],
  ["only null sections", { scores: null, pages: null }, "Found: nothing."],
  ["a report inside another object", { report: { scores: { accessibility: 71 } } }, "Found: report."],
] as const;

for (const [what, data, words] of others)
  test(`returns 400 for data that contains ${what}, and explains what a report needs`, async ({ rest, db }) => {
    const before = await db.reportJob.count();
    const reply = await queue(rest, data);
    expect(reply).toFail(400, "invalid_input", [{ path: "data" }]);
    expect(message(reply)).toContain("at least one of website, audit, scores, summary, pages, issues, criteria");
    expect(message(reply)).toContain(words);
    expect(message(reply)).toMatch(/See docs\/report-service\.md\.$/);
    expect(await db.reportJob.count()).toBe(before);
  });

test("accepts data with one known section and any other keys", async ({ rest }) => {
  const sections = {
    ...{ website: {}, audit: {}, scores: {}, summary: {}, pages: [], issues: [], criteria: [] },
    ...{ performance: 64, seo: {}, quality: [], branding: {} },
  };
  for (const [name, value] of Object.entries(sections))
    expect((await queue(rest, { [name]: value, violations: [], accessibility: { score: 1 } })).status).toBe(202);
});

test("returns 400 and names each score that is given on a scale from 0 to 1", async ({ rest }) => {
  const reply = await queue(rest, {
    scores: { accessibility: 0.71, performance: 1, seo: 0.9 },
    pages: [
      { url: "/a", scores: { accessibility: 71 } },
      { url: "/b", scores: { quality: 0.5 } },
    ],
    performance: 0.64,
    quality: { score: 0.2 },
  });
  const paths = ["scores.accessibility", "scores.seo", "pages.1.scores.quality", "performance.score", "quality.score"];
  expect(reply).toFail(
    400,
    "invalid_input",
    paths.map((path) => ({ path: `data.${path}`, message: "Scores range from 0 to 100. Send 71, not 0.71." })),
  );
});

test("does not mistake low scores for fractions", async ({ rest }) => {
  for (const scores of [
    { accessibility: 0.4, performance: 88 },
    { accessibility: 0 },
    { accessibility: 1, seo: 0 },
    { accessibility: 71.5 },
  ])
    expect((await queue(rest, { scores })).status).toBe(202);
});
