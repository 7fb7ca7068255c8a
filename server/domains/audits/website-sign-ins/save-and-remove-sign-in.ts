import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { purposes, seal } from "@/server/core/sealed";
import type { SignInMethod } from "@/server/scanner/contract";
import { getWebsite } from "../websites";
import type { SaveSignIn, SignInOf, WebsiteSignIn } from "./contract";
import { getSignIn } from "./get-sign-in";

const notNamed = (path: string) =>
  invalidInput([{ path, message: "This URL must be on one of the origins in the list." }]);

const namesOf = (method: SignInMethod): string[] => {
  if (method.kind === "headers") return method.headers.map(({ name }) => name);
  return method.kind === "cookies" ? method.cookies.map(({ name }) => name) : [];
};

/** Returns the columns that aren't secret. */
const columnsOf = (method: SignInMethod) => ({
  kind: method.kind,
  user_name: "user_name" in method ? method.user_name : null,
  url: method.kind === "form" ? method.url : null,
  selectors: method.kind === "form" ? (method.selectors ?? {}) : {},
  names: namesOf(method),
  has_totp: method.kind === "form" && method.totp !== undefined,
});

/** Saves how audits of a website sign in, replacing any earlier sign-in. */
export const saveSignIn = async (ctx: Ctx, { id, origins, method, signed_in }: SaveSignIn): Promise<WebsiteSignIn> => {
  const { db, org_id } = ctx;
  const website = await getWebsite(ctx, { id });
  if (method.kind === "form" && !origins.includes(new URL(method.url).origin)) throw notNamed("method.url");
  const own = [...origins, new URL(website.url).origin];
  if (signed_in.url !== undefined && !own.includes(new URL(signed_in.url).origin)) throw notNamed("signed_in.url");
  const row = {
    ...columnsOf(method),
    origins: [...new Set(origins)],
    secret: await seal(JSON.stringify(method), purposes.websiteSignIn(id)),
    signed_in_url: signed_in.url ?? null,
    signed_in_text: signed_in.text ?? null,
    tried_at: null,
    tried_outcome: null,
  };
  const where = { website_id: id, org_id };
  await db.websiteSignIn.upsert({ where, create: { ...row, website_id: id, org_id }, update: row });
  return getSignIn(ctx, { id });
};

export const removeSignIn = async ({ db, org_id }: Ctx, { id }: SignInOf): Promise<{ id: string }> => {
  const { count } = await db.websiteSignIn.deleteMany({ where: { website_id: id, org_id } });
  if (count === 0) throw notFound("sign-in of the website", id);
  return { id };
};
