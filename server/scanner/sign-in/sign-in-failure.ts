import type { SignInOutcome } from "../sign-in-contract";

type FailureCode = Exclude<SignInOutcome, "signed_in">;

/** What happened, and what to do next. */
const messages: Readonly<Record<FailureCode, string>> = {
  sign_in_rejected: "The website rejected the sign-in. Check the username and the password or other secrets.",
  sign_in_code_needed:
    "The website asks for a one-time code. Enter the secret for one-time codes (TOTP) in the website's sign-in settings.",
  sign_in_code_rejected:
    "The website rejected the one-time code. Check the secret for one-time codes, and the clock on the scanner's machine.",
  sign_in_captcha:
    "The sign-in page contains a CAPTCHA, which the scanner can't solve. Turn the CAPTCHA off for the scanner's account, or use cookies or a storage state.",
  sign_in_locked:
    "The website says that the account is locked or that there were too many attempts. Unlock the account before you try again.",
  sign_in_form_missing:
    "No sign-in form was found. Check the URL of the sign-in page, or enter the selectors of its fields.",
  sign_in_other_origin:
    "The sign-in form is on another origin. If you trust that origin, add it to the origins where the sign-in may be used.",
  sign_in_unreachable: "The sign-in page couldn't be opened. Check its URL.",
  sign_in_unconfirmed:
    "The scanner couldn't confirm that it was signed in. Check the page and the text that confirm the sign-in.",
};

export const explainSignIn = (code: FailureCode): string => messages[code];

/** Thrown when signing in failed. An attempt is never repeated, because websites lock accounts. */
export class SignInFailure extends Error {
  override readonly name = "SignInFailure";

  constructor(
    readonly code: FailureCode,
    options?: ErrorOptions,
  ) {
    super(messages[code], options);
  }
}
