import * as keys from "@/app/.well-known/jwks.json/route";
import * as root from "@/app/api/[[...rest]]/route";
import * as docs from "@/app/api/docs/route";
import * as files from "@/app/api/files/[...key]/route";
import * as document from "@/app/api/openapi.json/route";
import * as oneClick from "@/app/api/v1/unsubscribe/one-click/route";
import { getStore } from "@/server/adapters/store";
import { expect, test } from "@/tests/support/api";

const pdf = { contentType: "application/pdf", fileName: "report.pdf" };

const linkTo = async (key: string): Promise<URL> => {
  await getStore().put(key, Buffer.from(`the object ${key}`), pdf);
  return new URL((await getStore().presign(key, { expiresInSeconds: 60 })).url);
};

const withSlash = (link: URL): URL => {
  const other = new URL(link);
  other.pathname += "/";
  return other;
};

test("a link to a stored object works with and without a trailing slash", async () => {
  const link = await linkTo("files-spec/one.pdf");
  for (const url of [link, withSlash(link)]) {
    const response = await files.GET(new Request(url));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("x-request-id")).toBeTruthy();
    expect(await response.text()).toBe("the object files-spec/one.pdf");
  }
});

test("a trailing slash doesn't give access to any other object", async () => {
  await linkTo("files-spec/folder");
  const inner = await linkTo("files-spec/folder/");
  expect(await (await files.GET(new Request(inner))).text()).toBe("the object files-spec/folder/");
  inner.pathname = inner.pathname.replace(/\/$/, "");
  expect((await files.GET(new Request(inner))).status).toBe(400);
  const twice = withSlash(withSlash(await linkTo("files-spec/one.pdf")));
  expect((await files.GET(new Request(twice))).status).toBe(400);
});

const reading = "GET, HEAD, OPTIONS";
const outside = [
  { name: "file links", route: files, refused: ["POST", "PUT", "PATCH", "DELETE"], allow: reading },
  { name: "the OpenAPI document", route: document, refused: ["POST", "PUT", "PATCH", "DELETE"], allow: reading },
  { name: "the API documentation", route: docs, refused: ["POST", "PUT", "PATCH", "DELETE"], allow: reading },
  { name: "the public keys", route: keys, refused: ["POST", "PUT", "PATCH", "DELETE"], allow: reading },
  {
    name: "one-click unsubscribe",
    route: oneClick,
    refused: ["PUT", "PATCH", "DELETE"],
    allow: "GET, HEAD, POST, OPTIONS",
  },
];
for (const { name, route, refused, allow } of outside) {
  test(`${name}: returns 405 in the envelope for an unsupported method and lists the supported ones`, async () => {
    for (const method of refused) {
      const answer = (route as unknown as Record<string, (request: Request) => Promise<Response>>)[method];
      const response = await answer?.(new Request("http://localhost:8000/api/any", { method }));
      const body = await response?.json();
      const headers = response?.headers ?? new Headers();
      expect({ status: response?.status ?? 0, headers, body, data: null }).toFail(405, "method_not_allowed");
      expect(headers.get("allow")).toBe(allow);
      expect(body.meta.request_id).toBe(headers.get("x-request-id"));
    }
  });
}

test("the bare prefix of file URLs returns 404 in the envelope, like any unknown path", async () => {
  for (const handle of [root.GET, root.POST]) {
    const response = await handle(new Request("http://localhost:8000/api/"));
    expect({ status: response.status, headers: response.headers, body: await response.json(), data: null }).toFail(
      404,
      "not_found",
    );
  }
});
