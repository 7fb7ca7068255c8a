import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@/server/core/errors";
import { assertKey } from "./object-key";
import type { PresignedUrl, PresignOptions } from "./port";

const path = "/api/files/";
const link = { kind: "file" };

export interface FileUrls {
  sign(key: string, options: PresignOptions): PresignedUrl;
  /** Returns the key and file name that a URL was signed for. Throws AppError `invalid_signature` or `expired`. */
  verify(url: URL): { key: string; fileName?: string };
}

/** Our own links to stored objects: `/api/files/{key}?expires={unix s}&name={file name}&signature={HMAC-SHA256}`. */
export const fileUrls = (baseUrl: string, secret: () => string): FileUrls => {
  const signatureOf = (key: string, expires: string, name: string): string =>
    createHmac("sha256", secret()).update(`${key}\n${expires}\n${name}`).digest("base64url");

  return {
    sign: (key, { expiresInSeconds, fileName = "" }) => {
      assertKey(key);
      const expires = Math.floor(Date.now() / 1000 + expiresInSeconds);
      const url = new URL(`${baseUrl}${path}${key.split("/").map(encodeURIComponent).join("/")}`);
      url.searchParams.set("expires", String(expires));
      if (fileName) url.searchParams.set("name", fileName);
      url.searchParams.set("signature", signatureOf(key, String(expires), fileName));
      return { url: url.href, expires_at: new Date(expires * 1000) };
    },
    verify: (url) => {
      const [, encodedKey = ""] = url.pathname.split(path);
      const requestedKey = encodedKey.split("/").map(decode).join("/");
      const expires = url.searchParams.get("expires") ?? "";
      const name = url.searchParams.get("name") ?? "";
      const given = url.searchParams.get("signature") ?? "";
      // A trailing slash may belong to the key or may have been added to the URL. The signature shows which.
      const key = [requestedKey, requestedKey.replace(/\/$/, "")].find((each) =>
        isSame(given, signatureOf(each, expires, name)),
      );
      if (key === undefined)
        throw new AppError(
          "invalid_signature",
          "This link is incomplete or was changed. Open the original link.",
          undefined,
          {
            link,
          },
        );
      if (Date.now() >= Number(expires) * 1000)
        throw new AppError("expired", "This link has expired.", undefined, { link });
      return { key, ...(name && { fileName: name }) };
    },
  };
};

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new AppError(
      "invalid_signature",
      "This link is incomplete or was changed. Open the original link.",
      undefined,
      {
        link,
      },
    );
  }
};
