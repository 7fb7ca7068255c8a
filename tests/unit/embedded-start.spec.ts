import { expect, test } from "@playwright/test";
import { Inngest } from "inngest";
import { createGateway, embeddedClientOptions, embeddedGateway } from "@/inngest/embedded/gateway";
import { cloneMemoryDatabase } from "@/server/adapters/database";
import { createWorkshop, startRunner } from "../support/jobs/workshop";

test("refuses to start with an unsupported option, and names the option in the error @long", async () => {
  const database = await cloneMemoryDatabase();
  const workshop = createWorkshop();
  const { client } = workshop;
  const nothing = async () => undefined;
  const throttled = client.createFunction(
    { id: "mail", triggers: { event: "a/b" }, throttle: { limit: 1, period: "1m" } },
    nothing,
  );
  const racing = client.createFunction({ id: "race", triggers: { event: "a/b" }, optimizeParallelism: false }, nothing);
  await expect(startRunner(workshop, database, [throttled])).rejects.toThrow("The job test-mail uses throttle");
  await expect(startRunner(workshop, database, [racing])).rejects.toThrow('group.parallel({ mode: "race" })');
  await database.close();
});

test("without a job engine, holds events for a while and then rejects them", async () => {
  const { fetch } = createGateway(10);
  const reply = await fetch("http://inngest.embedded/e/key", { method: "POST", body: '{"name":"a/b"}' });
  expect(reply.status).toBe(503);
  expect(await reply.json()).toMatchObject({ error: "The embedded job engine hasn't started." });
});

test("rejects unsupported features with an error that names them", async () => {
  const reply = await createGateway(10).fetch("http://inngest.embedded/v1/signals", { method: "POST", body: "{}" });
  expect(reply.status).toBe(501);
  expect(await reply.json()).toMatchObject({ error: expect.stringContaining("/v1/signals") });
});

test("each process has one gateway, each gateway has its own key, and clients verify signatures", () => {
  expect(embeddedGateway()).toBe(embeddedGateway());
  expect(createGateway().signingKey).not.toBe(createGateway().signingKey);
  const client = new Inngest({ id: "x", ...embeddedClientOptions(embeddedGateway()) });
  expect(client.mode).toBe("cloud");
});
