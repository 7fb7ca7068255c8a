import { goodPassword, makeAccount, makeOrganisation } from "./accounts";
import { expect, type RestClient } from "./api";
import { lastEmailTo } from "./mailbox";
import { sendPasswordReset } from "./password-reset";

export const [securePath, resetPath] = ["/api/auth/secure-account", "/api/auth/reset-password"];
export const newPassword = "eleven herons by the weir";

export const tokenIn = (url: string): string => new URL(url).searchParams.get("token") ?? "";
export const securingToken = async (email: string, template: string): Promise<string> =>
  tokenIn((await lastEmailTo(email, template)).data.url);
export const resetToken = async (email: string): Promise<string> => {
  await sendPasswordReset(email);
  return tokenIn((await lastEmailTo(email, "password-reset")).data.url);
};
export const get = (visitor: RestClient, path: string, token: string) =>
  visitor.get(`${path}?${new URLSearchParams({ token })}`);

export const login = (visitor: RestClient, email: string, password: string) =>
  visitor.post("/api/auth/login", { email, password });

/**
 * Creates an owner in a new organisation, and signs in an intruder who knows the owner's password. Also returns the
 * intruder's headers.
 */
export const intrusion = async (visitor: RestClient) => {
  const org_id = await makeOrganisation("Owner’s organisation");
  const owner = await makeAccount({ org_id, role: "owner", password: goodPassword });
  const { data } = await login(visitor, owner.email, goodPassword);
  const headers = { authorization: `Bearer ${data.access_token}`, "user-agent": "Intruder" };
  return { owner, org_id, headers };
};

export const invitationOf = async (visitor: RestClient, headers: Record<string, string>, email: string) => {
  const reply = await visitor.post("/api/user/invite-user/", { email, role: "owner" }, headers);
  expect(reply.status).toBe(201);
  return tokenIn((await lastEmailTo(email, "org-invite")).data.url);
};

export const accept = (visitor: RestClient, token: string) =>
  visitor.post("/api/user/accept-invite/", { token, name: "Mallory", password: "the intruder chose this" });

export const sessionOf = async ({ authorization }: { authorization: string }): Promise<string> =>
  JSON.parse(Buffer.from(authorization.split(".")[1] ?? "", "base64url").toString()).sid;
