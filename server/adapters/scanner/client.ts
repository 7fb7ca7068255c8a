import { AppError } from "@/server/core/errors";
import { ScanRequest, type ScanRequestInput, SIGNATURE_HEADER, signScannerBody } from "@/server/scanner/contract";

export interface ScannerClient {
  start(request: ScanRequestInput): Promise<void>;
  cancel(auditId: string): Promise<void>;
  healthy(): Promise<boolean>;
}

const TIMEOUT_MS = 15_000;
const HEALTH_TIMEOUT_MS = 3_000;

const unavailable = (cause: unknown): AppError =>
  new AppError("unavailable", "The scanner cannot be reached right now.", undefined, { cause });

/** Speaks the scanner contract (§5) to an address that may change between calls. Retries nothing; the caller's job does. */
export const createScannerClient = (getBaseUrl: () => Promise<string>, secret: string): ScannerClient => {
  const send = async (method: "POST" | "DELETE", path: string, body: string): Promise<Response> => {
    try {
      const base = await getBaseUrl();
      return await fetch(base.replace(/\/$/, "") + path, {
        method,
        headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signScannerBody(secret, body) },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      throw unavailable(error);
    }
  };
  const expect = async (response: Response, allowed: readonly number[]): Promise<void> => {
    const text = await response.text();
    if (response.ok || allowed.includes(response.status)) return;
    if (response.status >= 500) throw unavailable(new Error(`status ${response.status}: ${text.slice(0, 500)}`));
    throw new AppError(
      "upstream_failed",
      "The scanner refused the request.",
      { status: response.status },
      { cause: text },
    );
  };
  return {
    start: async (request) => expect(await send("POST", "/scans", JSON.stringify(ScanRequest.parse(request))), []),
    cancel: async (auditId) => {
      const body = JSON.stringify({ audit_id: auditId });
      await expect(await send("DELETE", `/scans/${encodeURIComponent(auditId)}`, body), [404, 410]);
    },
    healthy: async () => {
      try {
        const base = await getBaseUrl();
        const response = await fetch(`${base.replace(/\/$/, "")}/health`, {
          signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
        });
        await response.text();
        return response.ok;
      } catch {
        return false;
      }
    },
  };
};
