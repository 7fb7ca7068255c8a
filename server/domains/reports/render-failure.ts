import { AppError } from "@/server/core/errors";
import type { ReportRenderError } from "./pdf";

/** Checks the error's name instead of its class, because the renderer may come from another copy of its module. */
const reasonOf = (error: unknown): ReportRenderError["reason"] | null => {
  const { name, reason } = (error ?? {}) as Partial<ReportRenderError>;
  return name === "ReportRenderError" && reason ? reason : null;
};

export interface RenderFailure {
  code: "render_timeout" | "render_memory" | "render_failed";
  reason: string;
  /** Whether a retry would fail in the same way. */
  isFinal: boolean;
}

const failures: Partial<Record<ReportRenderError["reason"], RenderFailure>> = {
  timeout: {
    code: "render_timeout",
    reason: "The report takes too long to render. Send fewer issues, pages or examples.",
    isFinal: true,
  },
  crashed: {
    code: "render_memory",
    reason: "The report needs too much memory. Send fewer issues, pages or examples.",
    isFinal: false,
  },
  failed: { code: "render_failed", reason: "Rendering failed.", isFinal: false },
};

/** Returns why a report couldn't be rendered; null if the error has nothing to do with the report itself. */
export const readRenderFailure = (error: unknown): RenderFailure | null => {
  const reason = reasonOf(error);
  return (reason && failures[reason]) ?? null;
};

const busySeconds = 30;

/** Converts a renderer error to an error for the person who is waiting. Returns any other error unchanged. */
export const explainRenderError = (error: unknown): unknown => {
  if (reasonOf(error) === "busy")
    return new AppError("unavailable", `Too many reports are being created. Try again in ${busySeconds} seconds.`, {
      retry_after_seconds: busySeconds,
    });
  const failure = readRenderFailure(error);
  return failure
    ? new AppError(
        "unavailable",
        `The report couldn't be created. ${failure.reason}`,
        { code: failure.code },
        { cause: error },
      )
    : error;
};
