import type { CDPSession } from "playwright-core";
import type { Tab } from "../browser/open-tab";
import type { StepRisk } from "../journey-contract";
import { type ActionKind, findActionInRequest } from "../sign-in/action-words";

const LONGEST_BODY = 10_000;

/**
 * Inspects the requests of a journey's tab, because scripts decide what a button does. Unless the current step allows
 * it, a request that deletes, pays for or sends something, or signs out, is aborted.
 */
export class RequestGuard {
  private allowed: readonly StepRisk[] = [];
  private stopped: ActionKind | null = null;

  private constructor(private readonly cdp: CDPSession) {}

  static async install({ page }: Tab): Promise<RequestGuard> {
    const cdp = await page.context().newCDPSession(page);
    const guard = new RequestGuard(cdp);
    cdp.on("Fetch.requestPaused", ({ requestId, resourceType, request: { url, method, postData = "" } }) => {
      // GET requests for anything but documents aren't inspected, because an icon, for example, may be named after an
      // action.
      const isInspected = method !== "GET" || resourceType === "Document";
      const kind = isInspected
        ? findActionInRequest({ url, method, body: postData.slice(0, LONGEST_BODY) })
        : undefined;
      const isStopped = kind !== undefined && !guard.allowed.includes(kind);
      if (isStopped) guard.stopped ??= kind;
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

  /** What a request has been stopped from doing since the step started. */
  get stoppedAction(): ActionKind | null {
    return this.stopped;
  }

  /** Stops inspecting requests. */
  async remove(): Promise<void> {
    await this.cdp.detach().catch(() => undefined);
  }
}
