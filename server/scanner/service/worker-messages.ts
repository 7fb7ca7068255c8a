import { z } from "zod";
import type {
  CheckRequest,
  Journey,
  JourneyTrialRequest,
  PageFixRequest,
  PageTrialsRequest,
  ScanOptionsInput,
  SignIn,
  SignInTrialRequest,
} from "../contract";
import {
  JourneyTrialResult,
  Lighthouse,
  PageDocuments,
  PageError,
  PageFixResult,
  PageTrialsResult,
  ScanPhase,
  SignInTrialResult,
  SnippetCheckResult,
} from "../contract";
import { Device } from "../page-result";

const url = z.string().min(1);
const id = z.number().int().min(0);
const count = z.number().int().min(0);
/**
 * Maximum length of a document's report as JSON. The longest possible report, with 300 findings whose messages have 500
 * characters each, is shorter.
 */
const MAX_DOCUMENT_JSON = 1024 * 1024;

/** A page's result in the form that the app receives. The supervisor forwards the result without parsing it. */
export const PageParcel = z.object({
  url,
  final_url: url,
  device: Device,
  failed: z.boolean(),
  /** The documents that the page links to. */
  documents: PageDocuments.optional(),
  /** The serialised PageResult. */
  json: z.string(),
});
export type PageParcel = z.infer<typeof PageParcel>;

/** A document's result in the form that the app receives. */
export const DocumentParcel = z.object({
  kind: z.literal("document"),
  url,
  /** The serialised DocumentReport. */
  json: z.string().max(MAX_DOCUMENT_JSON),
});
export type DocumentParcel = z.infer<typeof DocumentParcel>;

export type Parcel = PageParcel | DocumentParcel;

export const isDocumentParcel = (parcel: Parcel): parcel is DocumentParcel => "kind" in parcel;

const Progress = z.object({
  phase: ScanPhase,
  pages_total: count,
  pages_done: count,
  pages_failed: count,
  discovered_urls: z.array(z.string()),
});

/** The permits that workers share: several for tabs, and a single one for Lighthouse. */
export const Permit = z.enum(["tab", "lighthouse"]);
export type Permit = z.infer<typeof Permit>;

/** A message from a worker. Validated, because hostile pages might take over a worker. */
export const WorkerMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  /** `bytes` is the number of bytes downloaded so far. */
  z.object({ type: z.literal("beat"), bytes: count.optional() }),
  z.object({ type: z.literal("paused"), ms: z.number().min(0) }),
  z.object({
    type: z.literal("browser"),
    process_id: z.number().int().min(2),
    sandbox: z.boolean(),
    reason: z.string().max(300).nullable(),
  }),
  z.object({
    type: z.literal("no_browser"),
    error: PageError.extend({ code: z.enum(["no_browser", "no_sandbox"]) }),
    reason: z.string().max(300).nullable(),
  }),
  z.object({ type: z.literal("enter"), id, permit: Permit }),
  z.object({ type: z.literal("leave"), id, permit: Permit }),
  z.object({ type: z.literal("opened"), url }),
  z.object({ type: z.literal("closed"), url }),
  z.object({ type: z.literal("lighthouse"), url }),
  z.object({ type: z.literal("progress"), progress: Progress }),
  z.object({ type: z.literal("page"), id, page: PageParcel, progress: Progress }),
  z.object({ type: z.literal("document_opened"), url }),
  z.object({ type: z.literal("document"), id, document: DocumentParcel }),
  z.object({ type: z.literal("done"), lighthouse: Lighthouse.optional() }),
  z.object({ type: z.literal("failed"), error: PageError }),
  z.object({ type: z.literal("check_result"), id, result: SnippetCheckResult.nullable() }),
  z.object({ type: z.literal("fix_result"), result: PageFixResult.nullable() }),
  z.object({ type: z.literal("trials_result"), result: PageTrialsResult.nullable() }),
  z.object({ type: z.literal("sign_in_result"), result: SignInTrialResult.nullable() }),
  z.object({ type: z.literal("journey_result"), result: JourneyTrialResult.nullable() }),
]);
export type WorkerMessage = z.infer<typeof WorkerMessage>;

export interface ScanOrder {
  type: "scan";
  audit_id: string;
  website_url: string;
  options: ScanOptionsInput;
  /** Pages that were open when a worker exited. Each is loaded on its own, after all others. */
  suspects: string[];
  sign_in?: SignIn | undefined;
  journeys: Journey[];
}

/** A request for a worker to try a fix, a sign-in or a journey while a person waits. */
export type TrialMessage =
  | { type: "fix"; request: PageFixRequest }
  | { type: "try_on_pages"; request: PageTrialsRequest }
  | { type: "try_sign_in"; request: SignInTrialRequest }
  | { type: "try_journey"; request: JourneyTrialRequest };

/**
 * A message from the supervisor to a worker. A worker runs one scan, tries fixes on one page, tries one fix on several
 * pages, tries one sign-in or journey, or checks any number of snippets.
 */
export type SupervisorMessage =
  | ScanOrder
  | { type: "check"; id: number; request: CheckRequest }
  | TrialMessage
  /** Starts and closes a browser, to find out whether browsers start here and run in a sandbox. */
  | { type: "try_browser" }
  | { type: "entered"; id: number }
  | { type: "taken"; id: number };
