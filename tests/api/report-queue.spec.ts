import { newId } from "@/server/core/ids";
import { failReportJob, renderReportJob } from "@/server/domains/reports";
import { serviceKey } from "@/server/endpoint/service-key";
import { expect, type Reply, type RestClient, test } from "@/tests/support/api";
import { lastEmailTo } from "@/tests/support/mailbox";
import { createRestClient, type RestHandler, uniqueAddress } from "@/tests/support/rest-client";

const strangerAt = (rest: RestHandler, ip = uniqueAddress()): RestClient =>
  createRestClient(rest, async () => ({ "x-client-ip": ip }));

const keyHolder = (rest: RestHandler): RestClient =>
  createRestClient(rest, async () => ({
    "x-client-ip": uniqueAddress(),
    authorization: `Bearer ${serviceKey()}`,
  }));

const queue = (client: RestClient, given: Record<string, unknown> = {}): Promise<Reply> =>
  client.post("/api/v1/report", {
    id: `queue-${newId()}`,
    variant: "singlePage",
    email: `${newId()}@example.org`,
    url: "https://customer.example/",
    data: { scores: { accessibility: 71 } },
    ...given,
  });

const criteria = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ criterion: `9.9.${index}`, outcome: "failed" }));

const large = () => ({
  variant: "full",
  data: {
    issues: Array.from({ length: 60 }, (_, index) => ({
      rule_id: `rule-${index}`,
      impact: "critical",
      description: "words ".repeat(60),
      examples: Array.from({ length: 3 }, (_, place) => ({ selector: `#a${index}-${place}`, html: `<p id=${place}>` })),
    })),
  },
});

test("without an API key, returns 413 for data that would keep the renderer busy for a long time [M1]", async ({
  rest,
  db,
}) => {
  const data = { criteria: criteria(20_000) };
  const id = `bomb-${newId()}`;
  const refused = await queue(strangerAt(rest), { id, variant: "full", data });
  expect(refused).toFail(413, "too_large", { limit_cells: 25_000 });
  expect(refused.body?.error?.message).toMatch(
    /^Without an API key, a report can have at most 25,000 table cells\. This one has about 6\d,\d{3}, most of them in criteria\. /,
  );
  expect(await db.reportJob.count({ where: { audit_id: id } })).toBe(0);
  expect((await queue(keyHolder(rest), { id, variant: "full", data })).status).toBe(202);
});

test("a report's cost is the number of cells in its tables plus the length of its text [M1]", async ({ rest }) => {
  const cost = async (data: Record<string, unknown>): Promise<number> => {
    const { body, status } = await queue(strangerAt(rest), { data });
    return status === 202 ? 0 : ((body?.error?.details ?? { cells: -1 }) as { cells: number }).cells;
  };
  const issues = (count: number, examples = 0) =>
    Array.from({ length: count }, () => ({ rule_id: "x", examples: Array(examples).fill({ selector: "a" }) }));
  expect(await cost({ criteria: criteria(8_000) })).toBe(0);
  expect(await cost({ criteria: criteria(8_500) })).toBeGreaterThan(25_500);
  expect(await cost({ pages: Array(3_200).fill({ url: "/" }) })).toBeGreaterThan(3_200 * 8);
  expect(await cost({ issues: issues(2_000) })).toBe(0);
  expect(await cost({ issues: issues(2_000, 5) })).toBeGreaterThan(2_000 * 18);
  const long = "x".repeat(3_000_000);
  expect(await cost({ pages: issues(2_500), issues: [{ rule_id: "x", help: long }] })).toBeGreaterThan(27_000);
  expect(await cost({ pages: issues(2_500), notes: long })).toBe(0);
});

test("anonymous callers have a separate queue, in which a caller's next report waits for the previous one [M1] @long", async ({
  rest,
  as,
  db,
}) => {
  const places = async (replies: readonly Reply[]) => {
    const events = await db.outboxEvent.findMany({ where: { name: "report/requested" } });
    const byJob = new Map(
      events.map(({ data }) => {
        const { job_id, queue, priority } = data as Record<string, unknown>;
        return [job_id, [queue, priority]];
      }),
    );
    return replies.map(({ data }) => byJob.get(data.jobId));
  };
  const [one, other] = [strangerAt(rest), strangerAt(rest)];
  const strangers = [await queue(one), await queue(one), await queue(one), await queue(other)];
  expect(await places(strangers)).toEqual([
    ["anonymous", 0],
    ["anonymous", -20],
    ["anonymous", -40],
    ["anonymous", 0],
  ]);
  const owner = as("owner");
  expect(await places([await queue(owner), await queue(owner)])).toEqual([
    ["known", 0],
    ["known", -20],
  ]);
  expect((await places([await queue(keyHolder(rest))]))[0]?.[0]).toBe("known");
  const { jobId } = strangers[0]?.data ?? {};
  await renderReportJob(jobId);
  expect(await places([await queue(one)])).toEqual([["anonymous", -40]]);
  const { caller } = await db.reportJob.findUniqueOrThrow({ where: { id: jobId } });
  expect(caller).toMatch(/^ip:[\w-]{43}$/);
});

test("a customer's report is created while five large anonymous reports wait [M1] @long", async ({ rest }) => {
  const others: Promise<void>[] = [];
  let made = 0;
  for (let count = 0; count < 5; count += 1) {
    const reply = await queue(strangerAt(rest), large());
    expect(reply.status).toBe(202);
    others.push(
      renderReportJob(reply.data.jobId)
        .catch(() => undefined)
        .then(() => {
          made += 1;
        }),
    );
  }
  const { jobId } = (await queue(keyHolder(rest))).data;
  await renderReportJob(jobId);
  expect(made).toBeLessThan(4);
  await Promise.all(others);
  expect(made).toBe(5);
});

test("a report that is too large for the renderer fails with an error code, and an email gives the reason [M1]", async ({
  rest,
}) => {
  const email = `${newId()}@example.org`;
  const stranger = strangerAt(rest);
  const { jobId } = (await queue(stranger, { email })).data;
  const reason = "The report takes too long to render. Send fewer issues, pages or examples.";
  await failReportJob(jobId, reason, "render_timeout");
  expect((await stranger.get(`/api/v1/report/${jobId}`)).data).toEqual({
    status: "failed",
    error: reason,
    errorCode: "render_timeout",
  });
  expect((await lastEmailTo(email, "report-failed")).data).toMatchObject({ reason });
});
