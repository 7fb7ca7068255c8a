import { AppError } from "@/server/core/errors";

const maxBytes = 700;

/** Rejects keys that some stores would misinterpret; see ObjectStore. */
export const assertKey = (key: string): void => {
  const wrong =
    key === "" ||
    Buffer.byteLength(key) > maxBytes ||
    /[\p{Cc}\p{Cs}]/u.test(key) ||
    key.split("/").some((part) => part === "." || part === "..");
  if (wrong) throw new AppError("invalid_input", "This isn't a valid object key.", [{ path: "key" }]);
};

const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns a Content-Disposition for `fileName` or the key's last part (RFC 6266, RFC 8187 for non-ASCII). */
export const disposition = (key: string, fileName: string | undefined): string => {
  const name = (fileName ?? key.split("/").at(-1) ?? "").replace(/[\p{Cc}\p{Cs}/\\]/gu, "_") || "file";
  const ascii = name.replace(/[^ -~]|["%]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncode(name)}`;
};
