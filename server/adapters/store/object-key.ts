import { AppError } from "@/server/core/errors";

const maxBytes = 700;

/** Refuses keys that some store would misread; see ObjectStore. */
export const assertKey = (key: string): void => {
  const wrong =
    key === "" ||
    Buffer.byteLength(key) > maxBytes ||
    /[\p{Cc}\p{Cs}]/u.test(key) ||
    key.split("/").some((part) => part === "." || part === "..");
  if (wrong) throw new AppError("invalid_input", "This cannot be the key of a stored object.", [{ path: "key" }]);
};

const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** A header that saves under `fileName`, else under the last part of the key (RFC 6266, with RFC 8187 for non-ASCII). */
export const disposition = (key: string, fileName: string | undefined): string => {
  const name = (fileName ?? key.split("/").at(-1) ?? "").replace(/[\p{Cc}\p{Cs}/\\]/gu, "_") || "file";
  const ascii = name.replace(/[^ -~]|["%]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncode(name)}`;
};
