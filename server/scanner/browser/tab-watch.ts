import type { CDPSession, Page } from "playwright-core";
import { copyBeginning } from "../copy-beginning";
import { withoutFragment } from "../hash-route";

export interface FailedRequest {
  url: string;
  type: string;
  /** HTTP status, or the browser's error, such as net::ERR_FAILED. */
  reason: string;
}

/** The response to a navigation of the tab's main frame; header names are in lower case. */
export interface DocumentAnswer {
  status: number;
  headers: Record<string, string>;
}

/** A tab's activity since `reset` was called. */
export interface TabRecord {
  documents: DocumentAnswer[];
  requests: number;
  bytes: number;
  consoleErrors: string[];
  /** Number of uncaught errors in the page's scripts. */
  scriptErrors: number;
  failedRequests: FailedRequest[];
  insecureRequests: string[];
  documentBytes: number;
  /** Whether the page has opened a WebSocket. */
  usesSockets: boolean;
}

/** An image that the browser has received; `bytes` is 0 if its size is unknown. */
export interface ReceivedImage {
  /** Id of the request. */
  id: string;
  bytes: number;
}

interface OpenRequest {
  /** The URL before redirects, because elements on the page refer to this URL. */
  firstUrl: string;
  url: string;
  type: string;
  bytes: number;
  startedAt: number;
}

const MAX_LISTED = 50;
const MAX_URL = 2_000;
const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;
const MAX_PAGE_BYTES = 150 * 1024 * 1024;
const LONG_REQUEST_MS = 4_000;
const MAX_KNOWN_SIZES = 5_000;
const MAX_IMAGES = 500;
const MAX_DOCUMENTS = 10;
/** Image types that can be animated. */
const movingTypes = new Set(["image/gif", "image/webp", "image/png", "image/apng", "image/svg+xml"]);
const contentTypes = new Set(["Document", "Script", "Stylesheet", "Fetch", "XHR"]);

/** Reports whether a URL is complete. One that has been cut off doesn't identify a file. */
const isWhole = (url: string): boolean => url.length < MAX_URL;

const emptyRecord = (): TabRecord => ({
  documents: [],
  requests: 0,
  bytes: 0,
  consoleErrors: [],
  scriptErrors: 0,
  failedRequests: [],
  insecureRequests: [],
  documentBytes: 0,
  usesSockets: false,
});

/**
 * Records one tab's requests, bytes and console errors. The tabs of a scan share `sizes`: a file loaded from the
 * browser's cache is counted at the size it had when it was downloaded.
 */
export class TabWatch {
  record = emptyRecord();
  /** Called as soon as the page exceeds a size limit. */
  onTooLarge: (() => void) | null = null;
  /** Ids of the requests for the page and for its first few frames. */
  documentRequests: string[] = [];
  private open = new Map<string, OpenRequest>();
  private readonly cached = new Set<string>();
  private readonly images = new Map<string, ReceivedImage>();
  /**
   * URL of a document that has replaced the page since `noteMoves` was called, truncated to 2,000 characters; null if
   * none has. Reloading the page doesn't count.
   */
  movedTo: string | null = null;
  /** URL of the page while moves are being noted; otherwise null. */
  private address: string | null = null;

  constructor(
    private readonly page: Page,
    private readonly cdp: CDPSession,
    private readonly mainFrameId: string,
    private readonly sizes: Map<string, number>,
  ) {}

  async start(): Promise<void> {
    this.page.on("pageerror", (error) => {
      this.record.scriptErrors += 1;
      this.noteConsoleError(`${error.name}: ${error.message}`);
    });
    this.page.on("console", (message) => {
      if (message.type() === "error") this.noteConsoleError(message.text());
    });
    this.cdp.on("Network.requestWillBeSent", (event) => {
      this.onRequest(event.requestId, event.request.url, event.type ?? "Other");
      if (event.redirectResponse) this.record.bytes += event.redirectResponse.encodedDataLength;
    });
    this.cdp.on("Network.responseReceived", (event) => {
      this.onResponse(event.requestId, event.response.status, event.type);
      if (movingTypes.has(event.response.mimeType)) this.onImage(event.requestId);
      if (event.type !== "Document") return;
      if (event.frameId === this.mainFrameId) this.onDocument(event.requestId, event.response);
      else if (this.documentRequests.length < MAX_DOCUMENTS) this.documentRequests.push(event.requestId);
    });
    this.cdp.on("Network.requestServedFromCache", (event) => this.cached.add(event.requestId));
    this.cdp.on("Network.dataReceived", (event) => this.onData(event.requestId, event.dataLength));
    this.cdp.on("Network.loadingFinished", (event) => this.onFinished(event.requestId, event.encodedDataLength));
    this.cdp.on("Network.loadingFailed", (event) => {
      this.onFailed(event.requestId, event.errorText, event.canceled ?? false, event.blockedReason);
    });
    this.cdp.on("Network.webSocketCreated", () => {
      this.record.usesSockets = true;
    });
    this.cdp.on("Page.frameNavigated", ({ frame: { id, url, unreachableUrl } }) => {
      if (id === this.mainFrameId) this.onMove(unreachableUrl ?? url);
    });
    await this.cdp.send("Network.enable");
  }

  reset(): void {
    this.record = emptyRecord();
    this.open = new Map();
    this.cached.clear();
    this.images.clear();
    this.onTooLarge = null;
    this.documentRequests = [];
    this.movedTo = null;
    this.address = null;
  }

  /** Starts noting whether another document replaces the page. `address` is the page's URL. */
  noteMoves(address: string): void {
    this.movedTo = null;
    this.address = copyBeginning(withoutFragment(address), MAX_URL);
  }

  /** Stops noting moves. Call this before the scanner itself leaves the page. */
  stopNotingMoves(): void {
    this.address = null;
  }

  /** Number of open requests that may still change the page, except long-running ones, such as long polls. */
  get pending(): number {
    const now = performance.now();
    return [...this.open.values()].filter(
      (request) => contentTypes.has(request.type) && now - request.startedAt < LONG_REQUEST_MS,
    ).length;
  }

  /** Number of scripts that failed to load, plus the number of uncaught errors. */
  get scriptFailures(): number {
    return this.record.scriptErrors + this.record.failedRequests.filter(({ type }) => type === "Script").length;
  }

  /** Whether the page has a connection that may deliver data at any time. */
  get isFed(): boolean {
    return this.record.usesSockets || [...this.open.values()].some(({ type }) => type === "EventSource");
  }

  /** Returns the image with this URL if the page has received it and its type can be animated. */
  imageAt(url: string): ReceivedImage | null {
    return this.images.get(url) ?? null;
  }

  private onMove(url: string): void {
    const other = copyBeginning(url, MAX_URL);
    if (this.address !== null && other !== this.address) this.movedTo ??= other;
  }

  private noteConsoleError(text: string): void {
    if (text.startsWith("Failed to load resource:")) return;
    if (this.record.consoleErrors.length < MAX_LISTED) this.record.consoleErrors.push(copyBeginning(text, 500));
  }

  private onRequest(id: string, wholeUrl: string, type: string): void {
    if (!/^https?:/i.test(wholeUrl)) return;
    const url = copyBeginning(wholeUrl, MAX_URL);
    this.record.requests += 1;
    const firstUrl = this.open.get(id)?.firstUrl ?? url;
    this.open.set(id, { firstUrl, url, type, bytes: 0, startedAt: performance.now() });
    const insecure = url.startsWith("http:") && this.page.url().startsWith("https:") && type !== "Document";
    if (insecure && this.record.insecureRequests.length < MAX_LISTED) this.record.insecureRequests.push(url);
  }

  private onResponse(id: string, status: number, type: string): void {
    const request = this.open.get(id);
    if (request && status >= 400 && type !== "Document") this.noteFailure(request, String(status));
  }

  private onImage(id: string): void {
    const request = this.open.get(id);
    if (request && isWhole(request.firstUrl) && this.images.size < MAX_IMAGES)
      this.images.set(request.firstUrl, { id, bytes: this.sizes.get(request.url) ?? 0 });
  }

  private onDocument(id: string, { status, headers }: DocumentAnswer): void {
    this.documentRequests = [id];
    const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    this.record.documents.push({ status, headers: Object.fromEntries(lowerCase) });
  }

  private onData(id: string, length: number): void {
    const request = this.open.get(id);
    if (!request) return;
    request.bytes += length;
    if (request.type === "Document") this.record.documentBytes = Math.max(this.record.documentBytes, request.bytes);
    const { documentBytes, bytes } = this.record;
    if (documentBytes > MAX_DOCUMENT_BYTES || bytes + request.bytes > MAX_PAGE_BYTES) this.onTooLarge?.();
  }

  private onFinished(id: string, encodedLength: number): void {
    const request = this.open.get(id);
    if (!request) return;
    this.open.delete(id);
    const image = this.images.get(request.firstUrl);
    if (image?.id === id) image.bytes = Math.max(image.bytes, request.bytes);
    const known = this.sizes.get(request.url);
    const fromCache = this.cached.has(id) || (encodedLength === 0 && known !== undefined);
    if (!fromCache && isWhole(request.url) && this.sizes.size < MAX_KNOWN_SIZES)
      this.sizes.set(request.url, encodedLength);
    this.record.bytes += fromCache ? (known ?? request.bytes) : encodedLength;
  }

  private onFailed(id: string, reason: string, canceled: boolean, blockedReason: string | undefined): void {
    const request = this.open.get(id);
    if (!request) return;
    this.open.delete(id);
    if (!canceled && request.type !== "Document" && request.type !== "Ping")
      this.noteFailure(request, blockedReason ?? reason);
  }

  private noteFailure({ url, type }: OpenRequest, reason: string): void {
    if (/\/favicon\.ico$/.test(url) || this.record.failedRequests.length >= MAX_LISTED) return;
    this.record.failedRequests.push({ url, type, reason });
  }
}
