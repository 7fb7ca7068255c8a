import type { WebsiteSignIn as Row } from "@/generated/prisma/client";
import { FormSelectors, SignInOutcome } from "@/server/scanner/contract";
import type { SignInInfo } from "./contract";

export const toSignInInfo = (row: Row): SignInInfo => ({
  kind: row.kind,
  origins: row.origins,
  user_name: row.user_name,
  url: row.url,
  selectors: FormSelectors.parse(row.selectors),
  names: row.names,
  has_totp: row.has_totp,
  signed_in: { url: row.signed_in_url, text: row.signed_in_text },
  tried_at: row.tried_at,
  tried_outcome: SignInOutcome.nullable().catch(null).parse(row.tried_outcome),
  updated_at: row.updated_at,
});
