import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import type { Fetcher } from "../guard/fetcher";
import type { SignIn, SignInCookie, StorageState } from "../sign-in-contract";
import { listSecretValues } from "./secret-values";

type SavedState = Exclude<BrowserContextOptions["storageState"], string | undefined>;
type SavedCookie = SavedState["cookies"][number];

const basicHeader = (userName: string, password: string): string =>
  `Basic ${Buffer.from(`${userName}:${password}`, "utf8").toString("base64")}`;

const headersOf = ({ method }: SignIn): Record<string, string> => {
  if (method.kind === "basic") return { Authorization: basicHeader(method.user_name, method.password) };
  if (method.kind !== "headers") return {};
  return Object.fromEntries(method.headers.map(({ name, value }) => [name, value]));
};

const usual = { path: "/", expires: -1, httpOnly: false, secure: false, sameSite: "Lax" } as const;

/** Returns cookies in the browser's format. The browser sends them only to the origin's host, not to its subdomains. */
const cookiesFor = (cookies: readonly SignInCookie[], origin: string): SavedCookie[] => {
  const { hostname, protocol } = new URL(origin);
  return cookies.map((cookie) => ({ ...usual, ...cookie, domain: hostname, secure: protocol === "https:" }));
};

const isOrContains = (domain: string, host: string): boolean => {
  const bare = domain.replace(/^\./, "").toLowerCase();
  return host === bare || host.endsWith(`.${bare}`);
};

/**
 * Replaces a cookie for a whole domain with one for each named host, so that the domain's other hosts don't receive it.
 */
const limitState = ({ cookies, origins }: StorageState, named: readonly string[]): SavedState => {
  const hosts = [...new Set(named.map((origin) => new URL(origin).hostname))];
  return {
    cookies: cookies.flatMap((cookie) =>
      hosts.filter((host) => isOrContains(cookie.domain, host)).map((host) => ({ ...cookie, domain: host })),
    ),
    origins: origins.filter(({ origin }) => named.includes(origin)),
  };
};

const firstState = ({ method, origins }: SignIn): SavedState | null => {
  if (method.kind === "cookies")
    return { cookies: origins.flatMap((origin) => cookiesFor(method.cookies, origin)), origins: [] };
  return method.kind === "storage_state" ? limitState(method.state, origins) : null;
};

/**
 * The session of one audit, in memory only: the headers, cookies and local storage that the browser has been given, and
 * the cookies and local storage that the website has set. Headers are added to requests to the named origins only.
 */
export class BrowserSignIn {
  /** Values that mustn't appear in results. */
  readonly hidden: readonly string[];
  private readonly headers: Record<string, string>;
  private readonly origins: ReadonlySet<string>;
  private readonly given: SavedState | null;
  private state: SavedState | null;
  private context: BrowserContext | null = null;

  constructor(private readonly signIn: SignIn) {
    this.hidden = listSecretValues(signIn);
    this.headers = headersOf(signIn);
    this.origins = new Set(signIn.origins);
    this.given = firstState(signIn);
    this.state = this.given;
  }

  /** Options for the audit's browser context. A browser that replaces a crashed one continues the session. */
  contextOptions(): BrowserContextOptions {
    return this.state ? { storageState: this.state } : {};
  }

  /** Called when the audit's context has been opened. */
  opened(context: BrowserContext): void {
    this.context = context;
  }

  /** Returns a copy for a separate browser context. The copy starts with the website's session as last remembered. */
  apart(): BrowserSignIn {
    const copy = new BrowserSignIn(this.signIn);
    copy.state = this.state;
    return copy;
  }

  /** Remembers the website's session, in case the browser has to be replaced. */
  async remember(): Promise<void> {
    this.state = (await this.context?.storageState()) ?? this.state;
  }

  /** Discards the website's session and restores the given cookies, before the scanner signs in again. */
  async restart(): Promise<void> {
    this.state = this.given;
    await this.context?.clearCookies();
    if (this.given) await this.context?.addCookies(this.given.cookies);
  }

  /**
   * Restores the given local storage of the origin that a tab opens next. It can't be restored earlier, because the
   * browser only lets an open page write to it. Call the returned function when the page has been opened.
   */
  async restoreItems(cdp: CDPSession): Promise<() => Promise<void>> {
    const origins = this.given?.origins ?? [];
    if (origins.length === 0) return async () => undefined;
    const items = Object.fromEntries(origins.map(({ origin, localStorage }) => [origin, localStorage]));
    const source = `((items) => {
      const own = Object.hasOwn(items, location.origin) ? items[location.origin] : null;
      if (own === null) return;
      localStorage.clear();
      for (const { name, value } of own) localStorage.setItem(name, value);
    })(${JSON.stringify(items)});`;
    const { identifier } = await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source });
    return () =>
      cdp.send("Page.removeScriptToEvaluateOnNewDocument", { identifier }).then(
        () => undefined,
        () => undefined,
      );
  }

  /**
   * Adds the headers to a tab's requests to the named origins. If a request is redirected, the browser reports the new
   * request separately and sends it without the headers.
   */
  async install(context: BrowserContext, page: Page): Promise<void> {
    if (Object.keys(this.headers).length === 0) return;
    const cdp = await context.newCDPSession(page);
    const names = new Set(Object.keys(this.headers).map((name) => name.toLowerCase()));
    cdp.on("Fetch.requestPaused", ({ requestId, request }) => {
      const others = Object.entries(request.headers).filter(([name]) => !names.has(name.toLowerCase()));
      const all = [...others, ...Object.entries(this.headersFor(request.url))];
      const headers = all.map(([name, value]) => ({ name, value }));
      cdp.send("Fetch.continueRequest", { requestId, headers }).catch(() => undefined);
    });
    await cdp.send("Fetch.enable", { patterns: [...this.origins].map((origin) => ({ urlPattern: `${origin}/*` })) });
  }

  private headersFor(url: string): Record<string, string> {
    return this.origins.has(new URL(url).origin) ? this.headers : {};
  }

  /** Returns the headers for a request that the scanner itself sends, including the session's cookies. */
  private async ownHeadersFor(url: string): Promise<Record<string, string>> {
    if (!this.origins.has(new URL(url).origin)) return {};
    const cookies = await Promise.resolve(this.context?.cookies(url) ?? []).catch(() => []);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    return cookie === "" ? this.headers : { ...this.headers, Cookie: cookie };
  }

  /** Returns a client whose requests to the named origins, and only those, belong to the session. */
  signedFetcher(fetcher: Fetcher): Fetcher {
    const headersFor = (url: string) => this.ownHeadersFor(url);
    return {
      ...fetcher,
      fetch: (url, options) => fetcher.fetch(url, { ...options, headersFor }),
      stream: (url, take, options) => fetcher.stream(url, take, { ...options, headersFor }),
    };
  }
}
