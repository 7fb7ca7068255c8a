import type { Tab } from "../browser/open-tab";
import type { ScanEngine } from "../engine";
import { describeShownPage } from "../page/describe-shown-page";
import type { SignInOutcome, SignInTrialRequest, SignInTrialResult } from "../sign-in-contract";
import { signInWithTab, toSignInFailure } from "./audit-sign-in";
import { BrowserSignIn } from "./browser-sign-in";
import { explainSignIn } from "./sign-in-failure";

export type TrySignIn = (request: SignInTrialRequest) => Promise<SignInTrialResult>;

const TIMEOUT_MS = 50_000;

const messageOf = (outcome: SignInOutcome): string => (outcome === "signed_in" ? "Signed in." : explainSignIn(outcome));

/** Returns a function that tries a sign-in once in a separate session, and returns the outcome and the page reached. */
export const createSignInTrial = (engine: ScanEngine): TrySignIn => {
  const never = new AbortController().signal;
  return async ({ page_url, sign_in, language }) => {
    await engine.browsers.warmUp();
    const session = engine.browsers.openSession("desktop", new BrowserSignIn(sign_in), language);
    const attempt = async (tab: Tab): Promise<SignInTrialResult> => {
      const outcome = await signInWithTab(tab, sign_in, page_url).then(
        () => "signed_in" as const,
        (error: unknown) => toSignInFailure(error).code,
      );
      return { outcome, message: messageOf(outcome), ...(await describeShownPage(tab)) };
    };
    try {
      return await session.withTab(attempt, { timeoutMs: TIMEOUT_MS, signal: never });
    } catch (error) {
      const { code } = toSignInFailure(error);
      return { outcome: code, message: messageOf(code), url: null, title: null, picture: null };
    } finally {
      await session.close();
    }
  };
};
