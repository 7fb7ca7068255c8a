import { requestScan } from "@/server/domains/audits/request-scan";
import { expect, test } from "@/tests/support/api";
import { attachSilentScanner } from "@/tests/support/scanner/attach-silent-scanner";
import { deliver, failedPage, pageOf, startAuditOf, uniqueSite } from "@/tests/support/scans";

const scanner = attachSilentScanner(test);

test("an audit of a sample stores the sample's seed, and estimates figures for the whole website", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const { origin } = new URL(url);
  await owner.post("/api/websites/", { url, settings: { sample: true } });
  const { id } = await startAuditOf(owner, url);
  await requestScan(id);
  const options = scanner().requests.find(({ audit_id }) => audit_id === id)?.options;
  const audit = (await owner.get(`/api/website-audit/${id}/`)).data;
  expect(options).toMatchObject({ sample: true, sample_seed: audit.options.sample_seed });
  expect(audit.options.sample_seed).toEqual(expect.any(Number));
  const random = { kind: "random", stratum: "/a/*", stratum_pages: 40 } as const;
  await deliver(rest, id, [
    pageOf(`${origin}/`, { sample: { kind: "structured", stratum: null, stratum_pages: 0 } }),
    pageOf(`${origin}/a/1`, { sample: random }),
    pageOf(`${origin}/a/2`, { sample: random }),
    { ...failedPage(`${origin}/a/3`), sample: random },
  ]);
  const { scope, pages } = (await owner.get(`/api/results/?audit_id=${id}`)).data;
  expect(scope.sample).toEqual({
    ...{ seed: audit.options.sample_seed, population: 41, structured: 1, random: 3, not_scanned: 1 },
    mean_score: { value: pages[0].scores.accessibility, low: expect.any(Number), high: expect.any(Number) },
    failing_share: { value: 1, low: expect.any(Number), high: 1 },
  });
  expect(pages.map(({ sample }: { sample: string }) => sample).sort()).toEqual([
    "random",
    "random",
    "random",
    "structured",
  ]);
  const wrong = await owner.post("/api/website-audit/", { url, options: { sample_seed: -1 } });
  expect(wrong).toFail(400, "invalid_input", [{ path: "options.sample_seed" }]);
});
