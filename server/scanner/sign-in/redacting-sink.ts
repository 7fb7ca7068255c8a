import type { ScanProgress, ScanSink } from "../scan-sink";
import { hideInAll, hideSecretValues } from "./secret-values";

/**
 * Masks secrets in everything that a scan returns. Masking can't change the URL of a page, because URLs that contain a
 * secret are never scanned.
 */
export const createRedactingSink = (sink: ScanSink, values: readonly string[]): ScanSink => {
  const hideUrl = (url: string): string => hideSecretValues(url, values);
  const hideProgress = (progress: ScanProgress): ScanProgress => ({
    ...progress,
    discovered_urls: progress.discovered_urls.map(hideUrl),
  });
  return {
    page: (result, progress) => sink.page(hideInAll(result, values), hideProgress(progress)),
    progress: (progress) => sink.progress?.(hideProgress(progress)),
    opened: (url) => sink.opened?.(hideUrl(url)),
    closed: (url) => sink.closed?.(hideUrl(url)),
    paused: (ms) => sink.paused?.(ms),
    documentOpened: (url) => sink.documentOpened?.(hideUrl(url)),
    document: (result) => sink.document?.(hideInAll(result, values)),
    lighthouse: (url) => sink.lighthouse?.(hideUrl(url)),
  };
};
