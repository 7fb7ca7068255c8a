import type { WebsiteSignIn as Row } from "@/generated/prisma/client";
import type { Ctx, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import { purposes, unseal } from "@/server/core/sealed";
import { SignIn } from "@/server/scanner/contract";

/** Decrypts a sign-in for the scanner. Throws if its key is no longer configured. */
export const openRow = async (row: Row): Promise<SignIn> =>
  SignIn.parse({
    origins: row.origins,
    method: {
      ...JSON.parse(await unseal(row.secret, purposes.websiteSignIn(row.website_id))),
      // Uses the URL in the column, because older encrypted URLs can contain a username and password, which have been
      // removed from the column.
      ...(row.url === null ? {} : { url: row.url }),
    },
    signed_in: {
      ...(row.signed_in_url === null ? {} : { url: row.signed_in_url }),
      ...(row.signed_in_text === null ? {} : { text: row.signed_in_text }),
    },
  });

/**
 * Returns a website's sign-in for the scanner; null if its audits don't sign in. Throws the same errors as `openRow`.
 */
export const openSignIn = async (db: Db, website_id: string): Promise<SignIn | null> => {
  const row = await db.websiteSignIn.findUnique({ where: { website_id } });
  return row && openRow(row);
};

/** Like `openRow`, but for API calls: throws `conflict` if the key is no longer configured. */
export const openRowForCall = async (row: Row): Promise<SignIn> =>
  openRow(row).catch((error: unknown) => {
    log.warn({ err: error }, "failed to decrypt a website's sign-in");
    throw new AppError("conflict", "The saved sign-in can't be read any more. Enter it again.");
  });

/**
 * Returns a website's sign-in for an API call; undefined if its audits don't sign in. Throws the same errors as
 * `openRowForCall`.
 */
export const openSignInForCall = async (
  { db, org_id }: Pick<Ctx, "db" | "org_id">,
  website_id: string,
): Promise<SignIn | undefined> => {
  const row = await db.websiteSignIn.findFirst({ where: { website_id, org_id } });
  return row ? openRowForCall(row) : undefined;
};
