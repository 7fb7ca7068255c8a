import { createHmac } from "node:crypto";
import { join } from "node:path";
import { env } from "@/server/core/env";
import { oncePerProcess } from "@/server/core/process-wide";
import { getSecret } from "@/server/core/secrets";
import { fileStore } from "./embedded";
import { fileUrls } from "./file-urls";
import type { ObjectStore, PresignedUrl, PresignOptions } from "./port";
import { s3Store } from "./s3";
import { serveFileUrl } from "./serve-file-url";

/** Replicas derive this secret from a secret in their common configuration, because they don't share a data folder. */
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

/** Returns this process's object store: S3 when a bucket is configured, otherwise files in DATA_DIR/objects. */
export const getStore = (): ObjectStore => oncePerProcess("store", choose);

/**
 * Returns our own link to an object. It can have any lifetime, whereas a store's links expire after a week at most.
 * When someone opens it, the server sends the object or redirects to a new link from the store.
 */
export const signFileUrl = (key: string, options: PresignOptions): PresignedUrl => urls.sign(key, options);

/** Returns the response to `GET /api/files/{key}`; see `serveFileUrl`. */
export const answerFileUrl = (url: URL): Promise<Response> => serveFileUrl(getStore(), urls, url);
