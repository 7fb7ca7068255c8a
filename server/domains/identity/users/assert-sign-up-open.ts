import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";

/**
 * Throws `forbidden` if SIGN_UP doesn't allow new accounts, or allows them only for invited people and this person
 * isn't invited.
 */
export const assertSignUpOpen = (isInvited: boolean): void => {
  if (env.SIGN_UP === "open" || (env.SIGN_UP === "invited" && isInvited)) return;
  throw new AppError(
    "forbidden",
    env.SIGN_UP === "invited"
      ? "You need an invitation to sign up. Ask an owner of your organisation for one."
      : "Sign-up is closed. Ask the operator for an account.",
  );
};
