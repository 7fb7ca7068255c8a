import * as docs from "@/app/api/docs/route";
import * as files from "@/app/api/files/[...key]/route";
import * as document from "@/app/api/openapi.json/route";
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

test("a link to a stored object works with and without a slash at the end", async () => {
  const link = await linkTo("files-spec/one.pdf");
  for (const url of [link, withSlash(link)]) {
    const response = await files.GET(new Request(url));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("x-request-id")).toBeTruthy();
    expect(await response.text()).toBe("the object files-spec/one.pdf");
  }
});

test("the slash opens no other object", async () => {
  await linkTo("files-spec/folder");
  const inner = await linkTo("files-spec/folder/");
  expect(await (await files.GET(new Request(inner))).text()).toBe("the object files-spec/folder/");
  inner.pathname = inner.pathname.replace(/\/$/, "");
  expect((await files.GET(new Request(inner))).status).toBe(400);
  const twice = withSlash(withSlash(await linkTo("files-spec/one.pdf")));
  expect((await files.GET(new Request(twice))).status).toBe(400);
});

const readOnly = { files, document, docs };
for (const [name, route] of Object.entries(readOnly)) {
  test(`${name}: every other method is 405 in the envelope, and told what is allowed`, async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      const response = await route[method](new Request("http://localhost:8000/api/any", { method }));
      const reply = { status: response.status, headers: response.headers, body: await response.json(), data: null };
      expect(reply).toFail(405, "method_not_allowed");
      expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(reply.body.meta.request_id).toBe(response.headers.get("x-request-id"));
    }
  });
}
