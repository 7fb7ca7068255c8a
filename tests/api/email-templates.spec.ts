import { z } from "zod";
import { emailIds } from "@/emails";
import { expect, test } from "@/tests/support/api";
import { withKey } from "@/tests/support/email-service";

interface Template {
  id: string;
  group: string;
  purpose: string;
  bulk: boolean;
  subject: string;
  schema: Parameters<typeof z.fromJSONSchema>[0];
  sample: Record<string, unknown>;
}

test("lists every template with its purpose, more than 30 in all [#7]", async ({ visitor }) => {
  const reply = await visitor.get("/api/v1/templates", withKey());
  expect(reply.status).toBe(200);
  const templates = reply.data.templates as Template[];
  expect(templates.map(({ id }) => id)).toEqual(emailIds);
  expect(templates.length).toBeGreaterThan(30);
  for (const { id, purpose, subject } of templates) {
    expect(purpose, id).toMatch(/^[A-Z].{10,}\.$/);
    expect(subject.length, id).toBeGreaterThan(8);
  }
  expect(new Set(templates.map(({ purpose }) => purpose)).size).toBe(templates.length);
  const digests = templates.filter(({ bulk }) => bulk).map(({ id }) => id);
  expect(digests).toEqual(["scheduled-scan-summary", "weekly-digest"]);
  const groups = ["account", "billing", "monitoring", "organisation", "reports", "scans"];
  expect([...new Set(templates.map(({ group }) => group))]).toEqual(groups);
});

test("each sample matches its JSON Schema, but not if a required key is removed", async ({ visitor }) => {
  const { templates } = (await visitor.get("/api/v1/templates", withKey())).data as { templates: Template[] };
  for (const { id, schema, sample } of templates) {
    const fits = (data: unknown) => z.fromJSONSchema(schema).safeParse(data).success;
    expect(fits(sample), id).toBe(true);
    expect(fits({ ...sample, app: "accessibility", any_other: [1] }), id).toBe(true);
    const { required = [] } = schema as { required?: string[] };
    expect(required.length, id).toBeGreaterThan(0);
    for (const key of required) expect(fits({ ...sample, [key]: undefined }), `${id} ${key}`).toBe(false);
  }
});

test("returns 401 without the API key and 403 with a wrong one", async ({ visitor }) => {
  expect(await visitor.get("/api/v1/templates")).toFail(401, "not_authenticated");
  expect(await visitor.get("/api/v1/templates", { authorization: "Bearer wrong" })).toFail(403, "forbidden");
});
