import { createHmac } from "node:crypto";
import { join } from "node:path";
import { env } from "@/server/core/env";
import { getSecret } from "@/server/core/secrets";
import { fileStore } from "./embedded";
import { fileUrls } from "./file-urls";
import type { ObjectStore, PresignedUrl, PresignOptions } from "./port";
import { s3Store } from "./s3";
import { serveFileUrl } from "./serve-file-url";

// Next evaluates modules more than once in a process.
const globals = globalThis as typeof globalThis & { curbcutStore?: ObjectStore };

/** Replicas share no data folder, so they derive it from the secret that they are all given. */
const secret = (): string =>
  env.NEXTAUTH_SECRET
    ? createHmac("sha256", env.NEXTAUTH_SECRET).update("file-urls").digest("hex")
    : getSecret("file-urls");

const urls = fileUrls(env.BASE_URL, secret);

const choose = (): ObjectStore => {
  if (!env.S3_BUCKET) return fileStore(join(env.DATA_DIR, "objects"), urls);
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId !== !secretAccessKey)
    throw new Error("Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither.");
  return s3Store({
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    ...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
};

/** The one object store of this process: S3 when a bucket is configured, else files in DATA_DIR/objects. */
export const getStore = (): ObjectStore => {
  globals.curbcutStore ??= choose();
  return globals.curbcutStore;
};

/**
 * A link of our own to an object, which may live as long as it likes: a store's own links end after a week at most. It
 * answers with the object, or with a redirect to a fresh link of the store.
 */
export const signFileUrl = (key: string, options: PresignOptions): PresignedUrl => urls.sign(key, options);

/** The answer to `GET /api/files/{key}`; see `serveFileUrl`. */
export const answerFileUrl = (url: URL): Promise<Response> => serveFileUrl(getStore(), urls, url);
