import { log } from "@/server/core/log";
import type { BrowserSession } from "../browser/browser-session";
import type { Tab } from "../browser/open-tab";
import type { Limits } from "../browser/tab-limits";
import { ScanFailedError } from "../crawl/discover-site";
import type { DownloadError } from "../document/download-document";
import { callProbeWithRetry, settleAfterLoad } from "../page/call-probe-with-retry";
import { loadPage } from "../page/load-page";
import type { PageEvidence } from "../page/walls/clues";
import type { PageError } from "../page-result";
import type { SignIn } from "../sign-in-contract";
import { isActionAddress, isActionText } from "./action-words";
import { BrowserSignIn } from "./browser-sign-in";
import { readDownloadSign } from "./read-download-sign";
import { hideSecretValues } from "./secret-values";
import { isSamePage, readSessionSign, type SessionSign } from "./session-signs";
import { signInByForm } from "./sign-in-by-form";
import { SignInFailure } from "./sign-in-failure";

/** Thrown when a page shows that the session has ended; `isCertain` is false if that has to be verified. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError";

  constructor(readonly isCertain: boolean) {
    super("The page shows that the session has ended.");
  }
}

/** What to do with a page that looks signed out. */
export type Recovery = "scan_anyway" | "repeat_later" | "give_up";

export const signedOut: PageError = {
  code: "signed_out",
  message: "The page wasn't scanned: the website had signed the scanner out, and signing in again didn't help.",
};

/** Reads the facts about the page in the tab; `url` is the URL that was requested, if there was one. */
const readShown = async (tab: Tab, url?: string): Promise<Omit<PageEvidence, "status" | "headers">> => {
  const facts = await callProbeWithRetry(tab, "facts");
  const finalUrl = facts.address.split("#", 1)[0] ?? "";
  return { url: url ?? finalUrl, finalUrl, facts };
};

/** Loads a page and reads the facts about it. Throws PageFailure. */
const readEvidence = async (tab: Tab, url: string): Promise<PageEvidence> => {
  const { status, headers } = await loadPage(tab, url);
  await settleAfterLoad(tab);
  return { ...(await readShown(tab, url)), status, headers };
};

/** Converts an error to a SignInFailure. An error from the browser or a tab means that a page couldn't be opened. */
export const toSignInFailure = (error: unknown): SignInFailure =>
  error instanceof SignInFailure ? error : new SignInFailure("sign_in_unreachable", { cause: error });

/**
 * Signs in with a tab, and checks a page to verify that signing in worked: the page that the user specified, otherwise
 * the page that the form led to or, without a form, `pageUrl`. Throws SignInFailure, or the tab's error.
 */
export const signInWithTab = async (tab: Tab, signIn: SignIn, pageUrl: string): Promise<void> => {
  const { method, signed_in } = signIn;
  if (method.kind === "form") await signInByForm(tab, signIn, method);
  if (method.kind === "form" && signed_in.url === undefined && signed_in.text === undefined) {
    const page = { ...(await readShown(tab)), status: 200, headers: {} };
    if (readSessionSign(page, signIn, false) === "out") throw new SignInFailure("sign_in_rejected");
    return;
  }
  const page = await readEvidence(tab, signed_in.url ?? (method.kind === "form" ? tab.page.url() : pageUrl));
  if (page.status === 401 || page.status === 403) throw new SignInFailure("sign_in_rejected");
  if (page.status >= 400) throw new SignInFailure("sign_in_unreachable");
  const sign = readSessionSign(page, signIn, false);
  if (sign === "out") throw new SignInFailure(method.kind === "form" ? "sign_in_unconfirmed" : "sign_in_rejected");
  if (sign === "doubtful") throw new SignInFailure("sign_in_unconfirmed");
};

const MOST_VERIFIED = 20;

/** The sign-in of one audit: signs in at the start, notices when the session ends, and signs in again once. */
export class AuditSignIn {
  readonly browser: BrowserSignIn;
  /**
   * Number of times that the scanner has signed in, so that pages loaded before and after signing in can be told apart.
   */
  private generation = 0;
  private repairing: Promise<boolean> | null = null;
  private verified = 0;
  private signedInPage: string | null;
  /** Whether a page has shown a way to sign out, or the text that the user specified. */
  private hasShownSession = false;
  /** True if signing in failed in a scan that continues an earlier one. */
  private isLost = false;
  private readonly loadedIn = new Map<string, number>();
  private readonly trusted = new Set<string>();
  private readonly avoided = new Set<string>();
  private session: { session: BrowserSession; limits: Limits } | null = null;

  constructor(
    private readonly signIn: SignIn,
    private readonly startUrl: string,
  ) {
    this.browser = new BrowserSignIn(signIn);
    this.signedInPage = signIn.signed_in.url ?? null;
  }

  /**
   * Signs in for the first time. If that fails, throws ScanFailedError. If the scan continues an earlier one, gives up
   * only on the remaining pages instead, because the pages already scanned are worth keeping.
   */
  async start(session: BrowserSession, limits: Limits, isContinued: boolean): Promise<void> {
    this.session = { session, limits };
    try {
      await this.enter();
    } catch (error) {
      if (limits.signal.aborted) throw error;
      const { code, message, cause } = toSignInFailure(error);
      if (isContinued) {
        log.info({ code }, "failed to sign in to scan the remaining pages");
        this.isLost = true;
        return;
      }
      throw new ScanFailedError(code, message, { cause });
    }
  }

  /**
   * Reports whether a page may be opened: its URL doesn't contain a secret, and opening it neither signs the scanner
   * out nor changes anything.
   */
  mayVisit(address: string): boolean {
    return (
      !this.avoided.has(address) &&
      !isActionAddress(address) &&
      hideSecretValues(address, this.browser.hidden) === address
    );
  }

  /**
   * Returns the links that may be followed. If a link's text says that the link signs out or changes something, other
   * links to the same URL aren't followed either.
   */
  followable<Link extends { url: string; text: string }>(
    links: readonly Link[],
    toAddress: (url: string) => string | null,
  ): Link[] {
    for (const { url, text } of links) {
      const address = isActionText(text) ? toAddress(url) : null;
      if (address !== null && address !== this.startUrl) this.avoided.add(address);
    }
    return links.filter(({ url }) => {
      const address = toAddress(url);
      return address !== null && this.mayVisit(address);
    });
  }

  /** Called before a page is loaded. Throws SignedOutError if the session has been lost and can't be restored. */
  opened(url: string): void {
    if (this.isLost) throw new SignedOutError(true);
    this.loadedIn.set(url, this.generation);
  }

  /** Throws SignedOutError if the page shows that the session has ended. */
  check(page: PageEvidence): void {
    const sign = this.read(page);
    if (sign === "in") {
      this.hasShownSession = true;
      this.signedInPage ??= page.finalUrl;
    }
    if (sign === "out") throw new SignedOutError(true);
    if (sign === "doubtful" && !this.trusted.has(page.url)) throw new SignedOutError(false);
  }

  /** Decides what to do with a page that looks signed out. Signs in again once, for all pages together. */
  async recover(url: string, { isCertain }: SignedOutError): Promise<Recovery> {
    if (this.isLost) return "give_up";
    if ((this.loadedIn.get(url) ?? 0) < this.generation) return "repeat_later";
    if (!isCertain && (await this.isStillSignedIn())) {
      this.trusted.add(url);
      return "scan_anyway";
    }
    if ((this.loadedIn.get(url) ?? 0) < this.generation) return "repeat_later";
    if (this.generation > 1) return "give_up";
    this.repairing ??= this.repair();
    return (await this.repairing) ? "repeat_later" : "give_up";
  }

  /** Reports whether a URL leads to the sign-in form. */
  isForm(address: string): boolean {
    return this.signIn.method.kind === "form" && isSamePage(address, this.signIn.method.url);
  }

  /** Like `recover`, for a document that couldn't be downloaded. */
  recoverDocument(url: string, error: DownloadError): Promise<Recovery> {
    const sign = readDownloadSign(error);
    const isVerifiable = this.signedInPage !== null;
    // If the session can be verified, a status of 401 isn't conclusive, because the website may refuse a signed-in user
    // access to the document too.
    const isOut = sign === "out" || (error.status === 401 && !isVerifiable);
    if (!isOut && (sign === "none" || !isVerifiable)) return Promise.resolve("scan_anyway");
    return this.recover(url, new SignedOutError(isOut));
  }

  /** Reports whether a page shows beyond doubt that the session has ended. */
  isSignedOut(page: PageEvidence): boolean {
    return this.read(page) === "out";
  }

  /** Origins to which the sign-in's secrets may be sent. */
  get origins(): readonly string[] {
    return this.signIn.origins;
  }

  /** Returns the username and password; null for other kinds of sign-in. */
  get account(): { user_name: string; password: string } | null {
    const { method } = this.signIn;
    return "password" in method ? { user_name: method.user_name, password: method.password } : null;
  }

  private read(page: PageEvidence): SessionSign {
    return readSessionSign(page, this.signIn, this.hasShownSession);
  }

  private withTab<Result>(use: (tab: Tab) => Promise<Result>): Promise<Result> {
    if (!this.session) throw new Error("The session hasn't been started.");
    return this.session.session.withTab(use, this.session.limits);
  }

  private async enter(): Promise<void> {
    await this.withTab(async (tab) => {
      const hasRestored = this.generation > 0 ? await this.browser.restoreItems(tab.cdp) : null;
      await signInWithTab(tab, this.signIn, this.startUrl).finally(() => hasRestored?.());
    });
    await this.browser.remember();
    this.generation += 1;
  }

  private async repair(): Promise<boolean> {
    try {
      await this.browser.restart();
      await this.enter();
      return true;
    } catch (error) {
      this.session?.limits.signal.throwIfAborted();
      log.info({ code: toSignInFailure(error).code }, "failed to sign in again");
      return false;
    }
  }

  /**
   * Checks whether the session is still valid by loading the page that the user specified, or a page that has shown
   * that the scanner is signed in. After many checks, assumes that the session is valid.
   */
  private async isStillSignedIn(): Promise<boolean> {
    const { signedInPage } = this;
    if (signedInPage === null) return false;
    if (this.verified >= MOST_VERIFIED) return true;
    this.verified += 1;
    const isNamed = signedInPage === this.signIn.signed_in.url;
    try {
      const page = await this.withTab((tab) => readEvidence(tab, signedInPage));
      const sign = this.read(page);
      return page.status < 400 && (sign === "in" || (isNamed && sign === "none"));
    } catch {
      this.session?.limits.signal.throwIfAborted();
      return false;
    }
  }
}
