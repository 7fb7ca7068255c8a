import { notFound } from "@/server/core/errors";
import type { FileUrls } from "./file-urls";
import { disposition } from "./object-key";
import type { ObjectStore } from "./port";

const redirectLifeSeconds = 60;

/**
 * Returns the response to a link signed by `urls`: the object itself or, if the store has its own links, a redirect to
 * a new link that is valid for 60 s. Throws AppError `invalid_signature`, `expired` or `not_found`.
 */
export const serveFileUrl = async (store: ObjectStore, urls: FileUrls, url: URL): Promise<Response> => {
  const { key, fileName } = urls.verify(url);
  if (store.kind === "s3") {
    const fresh = await store.presign(key, { expiresInSeconds: redirectLifeSeconds, ...(fileName && { fileName }) });
    return new Response(null, { status: 302, headers: { Location: fresh.url, "Cache-Control": "no-store" } });
  }
  const object = await store.read(key);
  if (!object) throw notFound("file", key);
  const named = fileName ? disposition(key, fileName) : object.disposition;
  return new Response(new Uint8Array(object.body), {
    headers: {
      "Content-Type": object.contentType,
      "Content-Length": String(object.body.length),
      "Content-Disposition": named,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  });
};
