import "../support/environment";
import { patienceMs } from "@/scripts/test/patience";
import { openApiDocument } from "@/server/http";
import { rounds } from "@/tests/support/rounds";
import { expect, test } from "../support/api";
import { fuzz } from "../support/fuzz/fuzz";
import { uniqueAddress } from "../support/rest-client";

const requests = rounds("FUZZ_REQUESTS", { usual: 1_000, promised: 20_000 });
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_120);

test("requests generated from the OpenAPI document never get a 5xx or undocumented status, or a response that violates its schema @long", async ({
  rest,
}) => {
  test.setTimeout(3 * patienceMs + requests * 60);
  const outcome = await fuzz(openApiDocument(), seed, requests, async ({ method, target, headers, body }) => {
    const response = await rest(
      new Request(`http://localhost:8000${target}`, {
        method,
        headers: { ...headers, "x-client-ip": uniqueAddress() },
        ...(body ? { body } : {}),
      }),
    );
    return { status: response.status, headers: response.headers, text: await response.text() };
  });
  console.log(`      ${requests} requests (seed ${seed}): ${JSON.stringify(outcome.statuses)}`);
  if (outcome.neverDone.length > 0) console.log(`      never succeeded: ${outcome.neverDone.join(", ")}`);
  expect(outcome.problems.join("\n")).toBe("");
  expect(outcome.statuses[200] ?? 0).toBeGreaterThan(requests / 20);
});
