import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { AppError } from "@/server/core/errors";
import { assertKey, disposition } from "./object-key";
import type { ObjectStore, StoredObject } from "./port";

export interface S3Options {
  bucket: string;
  region: string;
  endpoint?: string;
  /** By default, the usual AWS credential chain (environment, profile, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  forcePathStyle: boolean;
}

const checkKey = "curbcut-check";
const maxExpirySeconds = 604_800;

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === "NoSuchKey" || error.name === "NotFound");

const attempt = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw new AppError("upstream_failed", "The object store returned an error or couldn't be reached.", undefined, {
      cause: error,
    });
  }
};

const createClient = ({ region, endpoint, credentials, forcePathStyle }: S3Options): S3Client =>
  new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // Many S3-compatible services don't support checksum trailers, which the SDK sends by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  });

/** Stores objects in a bucket on S3 or a compatible service that uses Signature Version 4. */
export const s3Store = (options: S3Options): ObjectStore => {
  const client = createClient(options);
  const { bucket: Bucket, endpoint, region } = options;
  let written = false;

  const put: ObjectStore["put"] = async (key, body, { contentType, fileName }) => {
    assertKey(key);
    const ContentDisposition = disposition(key, fileName);
    const command = new PutObjectCommand({
      Bucket,
      Key: key,
      Body: body,
      ContentType: contentType,
      ContentDisposition,
    });
    if (!(await attempt(client.send(command)))) throw new AppError("upstream_failed", "The bucket doesn't exist.");
  };

  const download = async (key: string): Promise<StoredObject> => {
    const object = await client.send(new GetObjectCommand({ Bucket, Key: key }));
    return {
      body: Buffer.from((await object.Body?.transformToByteArray()) ?? []),
      contentType: object.ContentType ?? "application/octet-stream",
      disposition: object.ContentDisposition ?? disposition(key, undefined),
    };
  };

  const read: ObjectStore["read"] = async (key) => {
    assertKey(key);
    return attempt(download(key));
  };

  const head: ObjectStore["head"] = async (key) => {
    assertKey(key);
    const object = await attempt(client.send(new HeadObjectCommand({ Bucket, Key: key })));
    return object ? { size: object.ContentLength ?? 0 } : null;
  };

  return {
    kind: "s3",
    location: `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${Bucket}`,
    put,
    read,
    head,
    get: async (key) => (await read(key))?.body ?? null,
    remove: async (key) => {
      assertKey(key);
      await attempt(client.send(new DeleteObjectCommand({ Bucket, Key: key })));
    },
    presign: async (key, { expiresInSeconds, fileName }) => {
      assertKey(key);
      if (expiresInSeconds > maxExpirySeconds) throw new RangeError("S3 links can't be valid for longer than 7 days.");
      const named = fileName === undefined ? {} : { ResponseContentDisposition: disposition(key, fileName) };
      const expires_at = new Date(Date.now() + expiresInSeconds * 1000);
      const command = new GetObjectCommand({ Bucket, Key: key, ...named });
      return { url: await getSignedUrl(client, command, { expiresIn: expiresInSeconds }), expires_at };
    },
    check: async () => {
      if (!written) await put(checkKey, Buffer.from("ok"), { contentType: "text/plain" });
      written = true;
      await head(checkKey);
    },
  };
};
