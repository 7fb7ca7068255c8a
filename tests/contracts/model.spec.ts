import { expect, test } from "@playwright/test";
import { openAiModel } from "@/server/adapters/model/openai";
import { startOpenAi } from "@/tests/support/openai";
import { startFailing } from "@/tests/support/resend";

let service: Awaited<ReturnType<typeof startOpenAi>>;

test.beforeAll(async () => {
  service = await startOpenAi();
});
test.afterAll(() => service.stop());

const open = (timeoutMs?: number) =>
  openAiModel({
    apiKey: "key-of-the-test",
    model: "model-of-the-test",
    baseUrl: service.url,
    ...(timeoutMs ? { timeoutMs } : {}),
  });

const prompts = { system: "Do as you are told.", prompt: "Say hello." };

test("sends the system and user text to the configured model and returns the model's text", async () => {
  service.answerBy(() => "Hello.");
  expect(await open().complete(prompts)).toBe("Hello.");
  expect(service.received).toEqual([prompts]);
  const request = service.requests().at(-1);
  expect(request?.path).toBe("/v1/chat/completions");
  expect(request?.body).toMatchObject({ model: "model-of-the-test" });
});

test("sends an image with the prompt", async () => {
  service.answerBy(() => "A lamp.");
  const image = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  expect(await open().complete({ ...prompts, image })).toBe("A lamp.");
  expect(service.received).toEqual([{ ...prompts, image: `data:image/jpeg;base64,${image.toString("base64")}` }]);
});

test("rejects a response without text", async () => {
  service.answerBy(() => "  \n");
  await expect(open().complete(prompts)).rejects.toMatchObject({
    code: "upstream_failed",
    details: { retryable: true },
  });
});

for (const { status, retryable } of [
  { status: 401, retryable: false },
  { status: 500, retryable: true },
])
  test(`reports status ${status} and whether it is retryable, without retrying`, async () => {
    service.answerBy(() => "never");
    service.refuseNext(status);
    const failure = { code: "upstream_failed", details: { status, retryable } };
    await expect(open().complete(prompts)).rejects.toMatchObject(failure);
    expect(service.received).toEqual([]);
  });

test("reports the provider's Retry-After in seconds", async () => {
  const busy = await startFailing(429, { "retry-after": "7" }, "{}");
  const details = { status: 429, retryable: true, retry_after_seconds: 7 };
  await expect(openAiModel({ apiKey: "k", model: "m", baseUrl: busy.url }).complete(prompts)).rejects.toMatchObject({
    code: "upstream_failed",
    details,
  });
  await busy.stop();
});

test("gives up after its timeout, and immediately when the provider is unreachable", async () => {
  service.answerBy(() => new Promise(() => undefined));
  const failure = { code: "upstream_failed", details: { status: null, retryable: true } };
  await expect(open(150).complete(prompts)).rejects.toMatchObject(failure);
  const nobody = openAiModel({ apiKey: "k", model: "m", baseUrl: "http://127.0.0.1:9/v1" });
  await expect(nobody.complete(prompts)).rejects.toMatchObject(failure);
});

test("rejects with the abort reason when a call is aborted", async () => {
  service.answerBy(() => new Promise(() => undefined));
  const controller = new AbortController();
  const call = open().complete({ ...prompts, abort: controller.signal });
  await expect.poll(() => service.received.length).toBe(1);
  controller.abort(new Error("no longer wanted"));
  await expect(call).rejects.toThrow("no longer wanted");
});
