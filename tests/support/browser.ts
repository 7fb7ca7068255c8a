import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { uniqueAddress } from "./rest-client";

const origin = "http://localhost:8000";

/** Calls the routes under /api/auth as a browser would, with a cookie jar and a client IP address. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** The last `Set-Cookie` header for each name, with its attributes. */
  readonly setCookies = new Map<string, string>();
  readonly ip = uniqueAddress();

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  private keep(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      this.setCookies.set(name, line);
      if (value && !/max-age=0/i.test(line)) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return response;
  }

  private headers(extra: Record<string, string> = {}): Record<string, string> {
    return { cookie: this.cookieHeader, "x-client-ip": this.ip, "user-agent": "A browser", ...extra };
  }

  async get(path: string): Promise<Response> {
    return this.keep(await GET(new Request(`${origin}${path}`, { headers: this.headers() })));
  }

  async post(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields).toString();
    const headers = this.headers({ "content-type": "application/x-www-form-urlencoded", origin });
    return this.keep(await POST(new Request(`${origin}${path}`, { method: "POST", headers, body })));
  }

  async csrfToken(): Promise<string> {
    const answer = (await (await this.get("/api/auth/csrf")).json()) as { csrfToken: string };
    return answer.csrfToken;
  }

  async signIn(email: string, password: string): Promise<Response> {
    const csrfToken = await this.csrfToken();
    return this.post("/api/auth/callback/credentials", { csrfToken, email, password, json: "true" });
  }

  async signOut(): Promise<Response> {
    return this.post("/api/auth/signout", { csrfToken: await this.csrfToken(), json: "true" });
  }

  async session(): Promise<Record<string, unknown>> {
    return (await (await this.get("/api/auth/session")).json()) as Record<string, unknown>;
  }
}
