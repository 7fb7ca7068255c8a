import { type Clues, isPhrase, type PageEvidence, readClues, toPlainText } from "../page/walls/clues";
import { isLoginForm, isLoginPage } from "../page/walls/login-page";
import { logins } from "../page/walls/phrases/login-page";
import type { SignIn } from "../sign-in-contract";
import { isSignOutText } from "./action-words";

/** What a page shows about the session: `out` means that it has certainly ended; `doubtful` has to be verified. */
export type SessionSign = "in" | "out" | "doubtful" | "none";

export const isSamePage = (one: string, other: string): boolean => {
  const [a, b] = [new URL(one), new URL(other)];
  return a.origin === b.origin && a.pathname.replace(/\/$/, "") === b.pathname.replace(/\/$/, "");
};

const namesOf = ({ facts }: PageEvidence): string[] => [...facts.buttons, ...facts.shownLinks.map(({ text }) => text)];

const hasSignOut = (page: PageEvidence): boolean => namesOf(page).some(isSignOutText);

const hasSignInLink = (page: PageEvidence): boolean =>
  namesOf(page).some((name) => isPhrase(toPlainText(name), logins));

const showsText = (page: PageEvidence, text: string): boolean =>
  [page.facts.title, page.facts.text, ...namesOf(page)].some((each) => each.includes(text));

const MOST_FORM_WORDS = 150;

/** Reports whether the page was redirected to the sign-in form that the user specified. */
const isSentToForm = ({ url, finalUrl, facts }: Clues, { method }: SignIn): boolean =>
  method.kind === "form" &&
  isSamePage(finalUrl, method.url) &&
  !isSamePage(url, method.url) &&
  facts.fields.length > 0 &&
  (facts.fields.includes("password") || facts.words <= MOST_FORM_WORDS);

/**
 * Determines from a page whether the session is still valid. A page that shows no sign either way is treated as an
 * ordinary page. `expectsOut` is set once a page has shown a way to sign out; from then on, a page that only has a
 * sign-in link is doubtful.
 */
export const readSessionSign = (page: PageEvidence, signIn: SignIn, expectsOut: boolean): SessionSign => {
  const { text } = signIn.signed_in;
  const isIn = text === undefined ? hasSignOut(page) : showsText(page, text);
  if (isIn) return "in";
  const clues = readClues(page);
  if (isSentToForm(clues, signIn) || isLoginPage(clues) || isLoginForm(clues)) return "out";
  if (text !== undefined) return "doubtful";
  return expectsOut && hasSignInLink(page) ? "doubtful" : "none";
};
