import type { PartialAudit } from "@/server/domains/audits/contract";
import type { PageResult } from "@/server/scanner/contract";
import type { ScanProgress } from "@/server/scanner/scan-site";

/** Maximum number of missing pages to list. */
const mostExamples = 20;

/** Tracks the progress of a scan, to report which pages are missing if it ends early. */
export class MissingPages {
  private readonly found = new Set<string>();
  private readonly done = new Set<string>();
  private readonly unreached: string[] = [];
  private progress: Pick<ScanProgress, "pages_total" | "pages_done" | "pages_failed"> | null = null;

  scanned({ url, final_url, title, error }: PageResult): void {
    if (error?.code === "journey_failed") this.unreached.push(title ?? url);
    this.done.add(url).add(final_url);
  }

  note(progress: ScanProgress): void {
    for (const url of progress.discovered_urls) this.found.add(url);
    this.progress = progress;
  }

  /** Null if the journeys reached all their pages. */
  get journeys(): PartialAudit | null {
    const { unreached } = this;
    if (unreached.length === 0) return null;
    return { reason: "journey", pages_missing: unreached.length, examples: unreached.slice(0, mostExamples) };
  }

  /** Null if all known pages were scanned. */
  get partial(): PartialAudit | null {
    const { pages_total = 0, pages_done = 0, pages_failed = 0 } = this.progress ?? {};
    const pages_missing = pages_total - pages_done - pages_failed;
    if (pages_missing <= 0) return null;
    const known = [...this.found].filter((url) => !this.done.has(url));
    return { reason: "time", pages_missing, examples: known.slice(0, Math.min(pages_missing, mostExamples)) };
  }
}
