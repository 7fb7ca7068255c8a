import type {
  BrowserHealth,
  CheckRequest,
  JourneyTrialRequestInput,
  JourneyTrialResult,
  PageFixRequestInput,
  PageFixResult,
  PageTrialsRequestInput,
  PageTrialsResult,
  ScanRequestInput,
  SignInTrialRequestInput,
  SignInTrialResult,
  SnippetCheckResult,
} from "@/server/scanner/contract";

export interface ScannerHealth {
  ok: boolean;
  browser: BrowserHealth;
  /** Why the scanner isn't healthy. */
  error?: unknown;
}

/** The page scanner, ours or a third-party one, behind the HTTP contract defined in server/scanner/contract.ts. */
export interface ScannerPort {
  readonly kind: "embedded" | "remote";
  /** Where the scanner runs, for the startup message. */
  readonly location: string;
  /**
   * Requests a scan. A repeated request for a running audit has no effect. Throws AppError `unavailable` or
   * `upstream_failed`.
   */
  start(request: ScanRequestInput): Promise<void>;
  /**
   * Cancels a scan. Does nothing if the scanner isn't running the scan, for example because the scan has already
   * ended. Throws the same errors as `start`.
   */
  cancel(auditId: string): Promise<void>;
  /**
   * Returns what the engine reports about a snippet before and after a change; null if the scanner can't check
   * snippets. Throws the same errors as `start`.
   */
  check(request: CheckRequest): Promise<SnippetCheckResult | null>;
  /**
   * Loads a page, tries changes that could fix one of its findings, and returns the one that passes the checks, if any;
   * null if the scanner can't do this. Throws the same errors as `start`.
   */
  fix(request: PageFixRequestInput): Promise<PageFixResult | null>;
  /**
   * Takes a change that was accepted on one page and tries it on as many other pages as time allows. Returns null if
   * the scanner can't do this. Throws the same errors as `start`.
   */
  tryOnPages(request: PageTrialsRequestInput): Promise<PageTrialsResult | null>;
  /**
   * Signs in to a website once and returns the result. Returns null if the scanner can't do this. Throws the same
   * errors as `start`.
   */
  trySignIn(request: SignInTrialRequestInput): Promise<SignInTrialResult | null>;
  /**
   * Performs the steps of a journey once, without checking its pages, and returns the outcome of each. Returns null if
   * the scanner can't do this. Throws the same errors as `start`.
   */
  tryJourney(request: JourneyTrialRequestInput): Promise<JourneyTrialResult | null>;
  /** Returns whether the scanner responds, and what it reports about its browser. */
  health(): Promise<ScannerHealth>;
  /**
   * Calls the listener when the scanner has restarted and therefore lost its audits. Call the returned function to stop
   * listening.
   */
  onRestart(listener: () => void): () => void;
  stop(): Promise<void>;
}
