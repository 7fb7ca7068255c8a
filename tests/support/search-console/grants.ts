import { createHash, randomBytes } from "node:crypto";
import { GoogleProblem } from "./problem";

export const scope = "https://www.googleapis.com/auth/webmasters.readonly";

interface Consent {
  redirect_uri: string;
  challenge: string | null;
  scope: string;
  isOffline: boolean;
  isUsed: boolean;
}

interface Grant {
  scope: string;
  isRevoked: boolean;
}

const make = (prefix: string): string => prefix + randomBytes(24).toString("base64url");
const grantProblem = (description: string): GoogleProblem =>
  new GoogleProblem(400, { error: "invalid_grant", error_description: description });

/**
 * Codes and tokens for one Google account. They follow the rules at
 * https://developers.google.com/identity/protocols/oauth2
 */
export class Grants {
  readonly client = { id: "client.apps.googleusercontent.com", secret: "GOCSPX-known-to-tests-alone" };
  readonly redirectUris = ["http://localhost:8000/api/search-perf/auth/callback"];
  /** Lifetime of the next access tokens, in seconds. */
  lifetime = 3_599;
  private readonly consents = new Map<string, Consent>();
  private readonly refreshTokens = new Map<string, Grant>();
  private readonly accessTokens = new Map<string, { grant: Grant; ends: number }>();

  /**
   * Returns Google's error for an invalid consent request, or null. Google shows the error on a page instead of
   * redirecting.
   */
  check(query: URLSearchParams): string | null {
    const get = (name: string): string => query.get(name) ?? "";
    if (get("client_id") !== this.client.id) return "invalid_client";
    if (!this.redirectUris.includes(get("redirect_uri"))) return "redirect_uri_mismatch";
    if (get("response_type") !== "code") return "unsupported_response_type";
    if (get("scope") === "") return "invalid_scope";
    if (query.has("code_challenge") && get("code_challenge_method") !== "S256") return "invalid_request";
    return null;
  }

  /** Returns a code for a person who consented to `granted`. */
  consent(query: URLSearchParams, granted = query.get("scope") ?? ""): string {
    const code = make("4/0A");
    this.consents.set(code, {
      redirect_uri: query.get("redirect_uri") ?? "",
      challenge: query.get("code_challenge"),
      scope: granted,
      isOffline: query.get("access_type") === "offline",
      isUsed: false,
    });
    return code;
  }

  /** The token endpoint. */
  token(form: URLSearchParams): object {
    const { id, secret } = this.client;
    if (form.get("client_id") !== id || form.get("client_secret") !== secret)
      throw new GoogleProblem(401, { error: "invalid_client", error_description: "Unauthorized" });
    const type = form.get("grant_type");
    if (type === "authorization_code") return this.exchange(form);
    if (type === "refresh_token") return this.refresh(form.get("refresh_token") ?? "");
    throw new GoogleProblem(400, { error: "unsupported_grant_type", error_description: `Invalid grant_type: ${type}` });
  }

  private exchange(form: URLSearchParams): object {
    const consent = this.consents.get(form.get("code") ?? "");
    if (!consent || consent.isUsed) throw grantProblem("Malformed auth code.");
    consent.isUsed = true;
    if (form.get("redirect_uri") !== consent.redirect_uri)
      throw new GoogleProblem(400, { error: "redirect_uri_mismatch", error_description: "Bad Request" });
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (consent.challenge !== null && consent.challenge !== challenge) throw grantProblem("Invalid code verifier.");
    const grant = { scope: consent.scope, isRevoked: false };
    if (!consent.isOffline) return this.issue(grant);
    const refresh_token = make("1//0");
    this.refreshTokens.set(refresh_token, grant);
    return { ...this.issue(grant), refresh_token };
  }

  private refresh(token: string): object {
    const grant = this.refreshTokens.get(token);
    if (!grant || grant.isRevoked) throw grantProblem("Token has been expired or revoked.");
    return this.issue(grant);
  }

  private issue(grant: Grant) {
    const access_token = make("ya29.");
    this.accessTokens.set(access_token, { grant, ends: Date.now() + this.lifetime * 1_000 });
    return { access_token, expires_in: this.lifetime, scope: grant.scope, token_type: "Bearer" };
  }

  /** The revocation endpoint: revoking one token revokes the whole grant. */
  revoke(token: string): void {
    const grant = this.refreshTokens.get(token) ?? this.accessTokens.get(token)?.grant;
    if (!grant || grant.isRevoked)
      throw new GoogleProblem(400, { error: "invalid_token", error_description: "Token expired or revoked" });
    grant.isRevoked = true;
  }

  /** Revokes every grant, as the account's owner can at myaccount.google.com. */
  revokeAll(): void {
    for (const grant of this.refreshTokens.values()) grant.isRevoked = true;
  }

  /** Invalidates all access tokens before they expire, but leaves the refresh tokens valid. */
  endAccess(): void {
    this.accessTokens.clear();
  }

  isLiving(refreshToken: string): boolean {
    return this.refreshTokens.get(refreshToken)?.isRevoked === false;
  }

  /** Throws if an API call's token is unknown, revoked or expired, or has the wrong scope. */
  checkAccess(header: string | undefined): void {
    const held = this.accessTokens.get(/^Bearer (.+)$/.exec(header ?? "")?.[1] ?? "");
    if (!held || held.grant.isRevoked || held.ends <= Date.now())
      throw new GoogleProblem(401, {
        reason: "authError",
        status: "UNAUTHENTICATED",
        message: "Request had invalid authentication credentials.",
      });
    if (!held.grant.scope.split(" ").includes(scope))
      throw new GoogleProblem(403, {
        reason: "insufficientPermissions",
        status: "PERMISSION_DENIED",
        message: "Request had insufficient authentication scopes.",
      });
  }
}
