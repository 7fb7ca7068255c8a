import type { ErrorCode } from "@/server/core/errors";

export type Problem = {
  code: ErrorCode | "offline";
  message: string;
  fields: { path: string; message: string }[];
  details: unknown;
  request_id: string | null;
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

const fieldsOf = (details: unknown): Problem["fields"] =>
  Array.isArray(details)
    ? details.flatMap((item: unknown) => {
        if (!isRecord(item)) return [];
        const path = text(item["path"]);
        const message = text(item["message"]);
        return path && message ? [{ path, message }] : [];
      })
    : [];

/** Reads the error from a tRPC error's `data`, or from anything else that was thrown. */
export const readProblem = (error: unknown): Problem => {
  const data = isRecord(error) && isRecord(error["data"]) ? error["data"] : null;
  const code = data ? text(data["code"]) : null;
  if (!data || !code)
    return {
      code: "offline",
      message: "Curbcut can't be reached right now. Nothing you entered has been lost. Try again in a moment.",
      fields: [],
      details: null,
      request_id: null,
    };
  return {
    code: code as ErrorCode,
    message: (isRecord(error) && text(error["message"])) || "Something went wrong on our side. Try again in a moment.",
    fields: code === "invalid_input" ? fieldsOf(data["details"]) : [],
    details: data["details"] ?? null,
    request_id: text(data["request_id"]),
  };
};

/** Returns the id in a conflict's details: the id of the website with the same URL, or of the running audit. */
export const conflictingId = (error: unknown, key: "website_id" | "audit_id"): string | null => {
  const { code, details } = readProblem(error);
  return code === "conflict" && isRecord(details) ? text(details[key]) : null;
};
