import type { PageResult } from "../page-result";
import type { ScanSink } from "../scan-sink";
import { toDocumentParcel } from "../service/document-record";
import type { PageParcel, WorkerMessage } from "../service/worker-messages";

/** Size limit for a single result; the contract allows 20 MB for a whole batch. */
const MAX_RESULT_LENGTH = 8 * 1024 * 1024;

const tooLarge = (page: PageResult): PageResult => ({
  ...page,
  title: null,
  axe: null,
  performance: null,
  seo: null,
  quality: null,
  error: { code: "too_large", message: "The page's result is too large to store." },
});

export const toParcel = (page: PageResult): PageParcel => {
  const { screenshot: _, strips: __, ...bare } = page;
  const withPictures = JSON.stringify(page);
  const whole = withPictures.length <= MAX_RESULT_LENGTH ? withPictures : JSON.stringify(bare);
  const fits = whole.length <= MAX_RESULT_LENGTH;
  const { url, final_url, device } = page;
  const json = fits ? whole : JSON.stringify(tooLarge(bare));
  const { documents = [] } = page;
  return {
    ...{ url, final_url, device, failed: !fits || page.error !== null, json },
    ...(documents.length > 0 ? { documents } : {}),
  };
};

export interface WorkerSink extends ScanSink {
  /** Call this function when the supervisor has accepted a page or document. */
  taken(id: number): void;
}

/** Passes results to the supervisor, and waits until it accepts each of them. */
export const createWorkerSink = (send: (message: WorkerMessage) => void): WorkerSink => {
  const waiting = new Map<number, () => void>();
  let last = 0;
  const handOver = (messageOf: (id: number) => WorkerMessage): Promise<void> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      send(messageOf(last));
    });
  return {
    page: (result, progress) => handOver((id) => ({ type: "page", id, page: toParcel(result), progress })),
    document: (report) => handOver((id) => ({ type: "document", id, document: toDocumentParcel(report) })),
    documentOpened: (url) => send({ type: "document_opened", url }),
    progress: (progress) => send({ type: "progress", progress }),
    opened: (url) => send({ type: "opened", url }),
    closed: (url) => send({ type: "closed", url }),
    paused: (ms) => send({ type: "paused", ms }),
    lighthouse: (url) => send({ type: "lighthouse", url }),
    taken: (id) => {
      waiting.get(id)?.();
      waiting.delete(id);
    },
  };
};
