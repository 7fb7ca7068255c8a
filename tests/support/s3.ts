import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** What a request states about its signature, in its query (if presigned) or its Authorization header. */
interface Claim {
  credential: string;
  signedHeaders: string;
  signature: string;
  date: string;
  payloadHash: string;
  query: [string, string][];
  expiresInSeconds?: number;
}

const maxSkewMs = 900_000;
const maxExpirySeconds = 604_800;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
const parseDate = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

const readPresigned = (query: URLSearchParams): Claim => {
  const get = (name: string) => query.get(`X-Amz-${name}`) ?? "";
  return {
    credential: get("Credential"),
    signedHeaders: get("SignedHeaders"),
    signature: get("Signature"),
    date: get("Date"),
    payloadHash: "UNSIGNED-PAYLOAD",
    query: [...query].filter(([name]) => name !== "X-Amz-Signature"),
    expiresInSeconds: Number(get("Expires")),
  };
};

const readHeader = ({ headers }: IncomingMessage, query: URLSearchParams): Claim | null => {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/;
  const [, credential, signedHeaders, signature] = pattern.exec(headers.authorization ?? "") ?? [];
  if (!credential || !signedHeaders || !signature) return null;
  return {
    credential,
    signedHeaders,
    signature,
    date: String(headers["x-amz-date"]),
    payloadHash: String(headers["x-amz-content-sha256"]),
    query: [...query],
  };
};

const checkTime = ({ date, expiresInSeconds }: Claim): string | null => {
  const signedAt = parseDate(date);
  if (expiresInSeconds === undefined)
    return Math.abs(Date.now() - signedAt) > maxSkewMs ? "RequestTimeTooSkewed" : null;
  if (!(expiresInSeconds >= 1 && expiresInSeconds <= maxExpirySeconds)) return "AuthorizationQueryParametersError";
  return Date.now() > signedAt + expiresInSeconds * 1000 ? "AccessDenied" : null;
};

/** Signature Version 4: docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
const signatureOf = (request: IncomingMessage, path: string, claim: Claim, secret: string): string => {
  const [, day = "", region = "", service = ""] = claim.credential.split("/");
  const query = claim.query
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const headers = claim.signedHeaders
    .split(";")
    .map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`)
    .join("");
  const canonicalPath = path
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
  const canonical = [request.method, canonicalPath, query, headers, claim.signedHeaders, claim.payloadHash].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", claim.date, scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), "aws4_request");
  return hmac(key, toSign).toString("hex");
};

/** Returns the error code that S3 would respond with, or null if the request is properly signed. */
const refuse = (request: IncomingMessage, { accessKeyId, secretAccessKey }: Credentials): string | null => {
  const [path = "", search = ""] = (request.url ?? "").split("?");
  const query = new URLSearchParams(search);
  const claim = query.has("X-Amz-Signature") ? readPresigned(query) : readHeader(request, query);
  if (!claim) return "AccessDenied";
  if (!claim.credential.startsWith(`${accessKeyId}/`)) return "InvalidAccessKeyId";
  const late = checkTime(claim);
  if (late) return late;
  const expected = Buffer.from(signatureOf(request, path, claim, secretAccessKey));
  const given = Buffer.from(claim.signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? null : "SignatureDoesNotMatch";
};

type S3rver = new (options: {
  silent: boolean;
  directory: string;
  configureBuckets: { name: string }[];
}) => {
  callback(): RequestListener;
  configureBuckets(): Promise<unknown>;
};

/**
 * Starts s3rver behind S3's signature check, because s3rver itself accepts unsigned requests. The store has the bucket
 * `curbcut`.
 */
export const startS3 = async () => {
  const require = createRequire(import.meta.url);
  const S3rver = require("s3rver") as S3rver;
  const directory = mkdtempSync(join(tmpdir(), "curbcut-s3-"));
  const s3rver = new S3rver({ silent: true, directory, configureBuckets: [{ name: "curbcut" }] });
  await s3rver.configureBuckets();
  const answer = s3rver.callback();
  const credentials: Credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  const server = createServer((request, response) => {
    const code = refuse(request, credentials);
    if (!code) return answer(request, response);
    request.resume();
    response.writeHead(403, { "content-type": "application/xml" });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    bucket: "curbcut",
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials,
    forcePathStyle: true,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
