import { PageFixRequest, type PageFixRequestInput, type PageFixResult } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";
import { createPageFixer } from "@/server/scanner/fix/fix-page";

/** Tries fixes for a finding on its page. */
export const fix = (
  engine: ScanEngine,
  request: Omit<PageFixRequestInput, "drafts" | "html"> & Partial<PageFixRequestInput>,
) => createPageFixer(engine)(PageFixRequest.parse({ drafts: [], html: "<p>", ...request }));

export const styleOf = ({ change }: PageFixResult) => (change?.kind === "style" ? change.style : null);

export const markupOf = ({ change }: PageFixResult) => (change?.kind === "markup" ? change : null);
