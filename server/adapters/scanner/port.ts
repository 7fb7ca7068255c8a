import type { CheckRequest, CheckVerdict, ScanRequestInput } from "@/server/scanner/contract";

/** The page scanner, ours or a foreign one, behind the HTTP contract of server/scanner/contract.ts. */
export interface ScannerPort {
  readonly kind: "embedded" | "remote";
  /** For the start-up line. */
  readonly location: string;
  /** Asks for a scan; a second request for an audit that runs changes nothing. Throws AppError `unavailable` or `upstream_failed`. */
  start(request: ScanRequestInput): Promise<void>;
  /** Ends a scan; an unknown one is ended already. Throws like `start`. */
  cancel(auditId: string): Promise<void>;
  /**
   * What the scan engine says of a snippet before and after a change; null from a scanner that has no such check. Throws
   * like `start`.
   */
  check(request: CheckRequest): Promise<CheckVerdict | null>;
  healthy(): Promise<boolean>;
  /** Calls back when the scanner was started anew and has forgotten its audits. Call the answer to stop listening. */
  onRestart(listener: () => void): () => void;
  stop(): Promise<void>;
}
