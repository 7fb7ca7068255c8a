import { z } from "zod";
import { GET } from "@/app/api/openapi.json/route";
import { openApiDocument } from "@/server/http";
import type { Reply } from "@/tests/support/api";
import { expect, test } from "@/tests/support/api";
import { emailPath, sendEmail, withKey } from "@/tests/support/email-service";
import { deliver, pageOf, startAuditOf, uniqueSite } from "@/tests/support/scans";

const document = openApiDocument();

/** Returns this response's schema from the OpenAPI document. References always resolve to the error schema. */
const schemaOf = (place: string, status: number): object => {
  const [method = "", path = ""] = place.split(" ");
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  const schema = response?.content?.["application/json"]?.schema;
  expect(schema, `${place} documents ${status}`).toBeDefined();
  return schema && "$ref" in schema ? (document.components.schemas["Error"] as object) : (schema ?? {});
};

const misfits = (place: string, { status, body }: Reply): string[] => {
  const schema = z.fromJSONSchema(schemaOf(place, status) as Parameters<typeof z.fromJSONSchema>[0]);
  return (schema.safeParse(body).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
};

test("serves the OpenAPI document at /api/openapi.json [#83] [#120]", async () => {
  const response = await GET(new Request("http://localhost/api/openapi.json"));
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
});

test("responses match the OpenAPI document @long", async ({ as, rest, visitor }) => {
  const owner = as("owner");
  const { id, website_id, url } = await startAuditOf(owner);
  const running = await owner.post("/api/website-audit/", { website_id });
  const poll = await owner.get("/api/website-audit/latest-audit-status/");
  await deliver(rest, id, [pageOf(url)]);
  const pages = await owner.get(`/api/results/${id}/pages/`);
  const email = await sendEmail(visitor);
  const answers: [string, Reply][] = [
    ["POST /api/website-audit/", running],
    ["GET /api/website-audit/latest-audit-status/", poll],
    ["GET /api/results/{audit_id}/pages/", pages],
    ["GET /api/results/{audit_id}/pages/{page_id}/", await owner.get(`/api/results/${id}/pages/${pages.data[0].id}/`)],
    ["GET /api/results/{audit_id}/issues/", await owner.get(`/api/results/${id}/issues/`)],
    ["GET /api/results/{audit_id}/criteria/", await owner.get(`/api/results/${id}/criteria/`)],
    ["GET /api/results/", await owner.get(`/api/results/?audit_id=${id}`)],
    ["GET /api/website-audit/", await owner.get("/api/website-audit/")],
    ["GET /api/website-audit/{id}/", await owner.get(`/api/website-audit/${id}/`)],
    ["POST /api/websites/", await owner.post("/api/websites/", { url: uniqueSite() })],
    ["GET /api/websites/", await owner.get("/api/websites/?limit=1")],
    ["GET /api/report/", await owner.get(`/api/report/?audit_id=${id}&format=json`)],
    ["POST /api/report/", await owner.post("/api/report/", { audit_id: id })],
    ["GET /api/user/me/", await owner.get("/api/user/me/")],
    ["GET /api/health", await visitor.get("/api/health")],
    ["GET /api/websites/", await visitor.get("/api/websites/")],
    ["POST /api/websites/", await as("viewer").post("/api/websites/", { url })],
    ["POST /api/websites/", await owner.post("/api/websites/", { odd: 1 })],
    ["POST /api/websites/", await owner.post("/api/websites/", "no json")],
    ["GET /api/websites/{id}/", await owner.get(`/api/websites/${id}/`)],
    ["POST /api/v1/email", email],
    ["POST /api/v1/email", await sendEmail(visitor, { template: "nothing-like-it" })],
    ["GET /api/v1/email/{messageId}", await visitor.get(`${emailPath}/${email.data.messageId}`, withKey())],
    ["GET /api/v1/templates", await visitor.get("/api/v1/templates", withKey())],
  ];
  expect(misfits("GET /api/websites/", { ...pages, status: 200 })).not.toEqual([]);
  for (const [place, reply] of answers) expect(misfits(place, reply), `${place} ${reply.status}`).toEqual([]);
  expect(new Set(answers.map(([, { status }]) => status))).toEqual(new Set([200, 201, 202, 400, 401, 403, 404, 409]));
});
