import type { CDPSession } from "playwright-core";
import type { Tab } from "../browser/open-tab";
import type { StepRisk } from "../journey-contract";
import { fileTypes } from "../page/file-types";
import { type ActionKind, findActionInRequest } from "../sign-in/action-words";

const LONGEST_BODY = 10_000;

/** Reports whether a request only prefetches the destination of a link. */
const isPrefetch = (method: string, headers: Readonly<Record<string, string>>): boolean =>
  method === "GET" &&
  Object.entries(headers).some(
    ([name, value]) => /^(?:sec-|x-)?purpose$|^next-router-prefetch$/i.test(name) && /^(?:1|prefetch)/i.test(value),
  );

/**
 * Inspects the requests of a journey's tab, because scripts decide what a button does. Unless the current step allows
 * it, a request that deletes, pays for or sends something, or signs out, is aborted. Aborting a prefetch doesn't stop
 * the step.
 */
export class RequestGuard {
  private allowed: readonly StepRisk[] = [];
  private stopped: ActionKind | null = null;

  private constructor(private readonly cdp: CDPSession) {}

  static async install({ page }: Tab): Promise<RequestGuard> {
    const cdp = await page.context().newCDPSession(page);
    const guard = new RequestGuard(cdp);
    cdp.on("Fetch.requestPaused", ({ requestId, resourceType, request }) => {
      const { url, method, headers, postData = "" } = request;
      const isInspected = method !== "GET" || !fileTypes.has(resourceType);
      const kind = isInspected
        ? findActionInRequest({ url, method, body: postData.slice(0, LONGEST_BODY) })
        : undefined;
      const isStopped = kind !== undefined && !guard.allowed.includes(kind);
      if (isStopped && !isPrefetch(method, headers)) guard.stopped ??= kind;
      const answered = isStopped
        ? cdp.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" })
        : cdp.send("Fetch.continueRequest", { requestId });
      answered.catch(() => undefined);
    });
    await cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
    return guard;
  }

  /** Call this before each step, with the actions that the step allows. */
  startStep(allowed: readonly StepRisk[]): void {
    this.allowed = allowed;
    this.stopped = null;
  }

  /** The action that a request was stopped from performing since the step started; null if none was. */
  get stoppedAction(): ActionKind | null {
    return this.stopped;
  }

  /** Stops inspecting requests. */
  async remove(): Promise<void> {
    await this.cdp.detach().catch(() => undefined);
  }
}
