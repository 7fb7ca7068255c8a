import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { answerQuery, type Fact, makeFacts } from "./figures";
import { Grants } from "./grants";
import { GoogleProblem } from "./problem";

/**
 * The error to simulate for the next call to the token service or the API. If `path` is set, it applies to the next
 * call whose path ends with `path`.
 */
export type PlannedError = { path?: string } & (
  | { kind: "refuse"; status: number; body?: unknown; headers?: Record<string, string> }
  /** The call is accepted but never gets a response. */
  | { kind: "hang" }
);

export interface GoogleCall {
  path: string;
  body: string;
}

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const escapeHtml = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

const send = (response: ServerResponse, { status, body, headers = {} }: Answer): void => {
  const type = typeof body === "string" ? "text/html; charset=utf-8" : "application/json; charset=UTF-8";
  response
    .writeHead(status, { "Content-Type": type, ...headers })
    .end(typeof body === "string" ? body : JSON.stringify(body));
};

/** One Google account with its consent page, token service and Search Console, on one URL. */
export class GoogleServer {
  readonly grants = new Grants();
  /** Calls to the token service and the API, oldest first. */
  readonly calls: GoogleCall[] = [];
  readonly plannedErrors: PlannedError[] = [];
  /** Delays calls until the promise settles; null delays none. */
  gate: Promise<void> | null = null;
  properties = [
    { siteUrl: "https://shop.example/", permissionLevel: "siteFullUser" },
    { siteUrl: "sc-domain:shop.example", permissionLevel: "siteOwner" },
    { siteUrl: "https://guessed.example/", permissionLevel: "siteUnverifiedUser" },
    { siteUrl: "sc-domain:other.example", permissionLevel: "siteRestrictedUser" },
  ];
  facts: Fact[] = makeFacts(60, 130);
  private readonly server = createServer((request, response) => {
    this.answer(request)
      .catch((error: unknown): Answer => {
        if (error instanceof GoogleProblem) return { status: error.status, body: error.body };
        throw error;
      })
      .then((answer) => answer && send(response, answer));
  });

  async start(): Promise<void> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Returns the number of calls to paths that end with `end`. */
  count(end: string): number {
    return this.calls.filter(({ path }) => path.endsWith(end)).length;
  }

  private async answer(request: IncomingMessage): Promise<Answer | null> {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
    if (pathname === "/o/oauth2/v2/auth") return this.showConsent(searchParams);
    if (pathname === "/answer") return this.sendBack(searchParams);
    const body = await text(request);
    this.calls.push({ path: pathname, body });
    await this.gate;
    const planned = this.takePlannedError(pathname);
    if (planned?.kind === "hang") return null;
    if (planned) return { status: planned.status, body: planned.body ?? {}, headers: planned.headers ?? {} };
    if (request.method === "POST" && pathname === "/token")
      return { status: 200, body: this.grants.token(new URLSearchParams(body)) };
    if (request.method === "POST" && pathname === "/revoke") {
      this.grants.revoke(searchParams.get("token") ?? new URLSearchParams(body).get("token") ?? "");
      return { status: 200, body: {} };
    }
    this.grants.checkAccess(request.headers.authorization);
    return { status: 200, body: this.callApi(request.method ?? "GET", pathname, body) };
  }

  private takePlannedError(pathname: string): PlannedError | undefined {
    const at = this.plannedErrors.findIndex(({ path }) => path === undefined || pathname.endsWith(path));
    return at < 0 ? undefined : this.plannedErrors.splice(at, 1)[0];
  }

  private showConsent(query: URLSearchParams): Answer {
    const problem = this.grants.check(query);
    if (problem) return { status: 400, body: `<h1>Access blocked: ${problem}</h1>` };
    const link = (choice: string, label: string): string => {
      const href = `/answer?${new URLSearchParams([...query, ["choice", choice]])}`;
      return `<p><a href="${escapeHtml(href)}">${label}</a></p>`;
    };
    const links = link("allow", "Allow") + link("part", "Allow without Search Console") + link("deny", "Cancel");
    return { status: 200, body: `<!doctype html><title>Google</title><h1>Curbcut wants access</h1>${links}` };
  }

  private sendBack(query: URLSearchParams): Answer {
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    const choice = query.get("choice");
    if (choice === "deny") back.searchParams.set("error", "access_denied");
    else {
      const granted = choice === "part" ? "openid" : (query.get("scope") ?? "");
      back.searchParams.set("code", this.grants.consent(query, granted));
      back.searchParams.set("scope", granted);
      back.searchParams.set("iss", "https://accounts.google.com");
    }
    return { status: 302, body: "", headers: { Location: back.href } };
  }

  private callApi(method: string, path: string, body: string): unknown {
    const [, site, query] = /^\/webmasters\/v3\/sites(?:\/([^/]+)(\/searchAnalytics\/query)?)?$/.exec(path) ?? [];
    if (method === "GET" && path === "/webmasters/v3/sites") return { siteEntry: this.properties };
    if (method !== "POST" || !site || !query)
      throw new GoogleProblem(404, { reason: "notFound", status: "NOT_FOUND", message: "Not Found" });
    const name = decodeURIComponent(site);
    const known = this.properties.find(({ siteUrl }) => siteUrl === name);
    if (!known || known.permissionLevel === "siteUnverifiedUser")
      throw new GoogleProblem(403, {
        reason: "forbidden",
        status: "PERMISSION_DENIED",
        message: `User does not have sufficient permission for site '${name}'.`,
      });
    return answerQuery(this.facts, JSON.parse(body) as Record<string, unknown>);
  }
}
