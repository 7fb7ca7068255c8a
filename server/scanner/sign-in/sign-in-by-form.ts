import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page, Request } from "playwright-core";
import { isUrl } from "@/server/core/is-url";
import type { Tab } from "../browser/open-tab";
import { settleAfterLoad } from "../page/call-probe-with-retry";
import { loadPage } from "../page/load-page";
import { isPhrase, toPlainText } from "../page/walls/clues";
import { logins } from "../page/walls/phrases/login-page";
import type { FormMethod, SignIn } from "../sign-in-contract";
import { confinePassword } from "./confine-password";
import { type FormFields, hasCaptcha, readForm } from "./form-fields";
import { SignInFailure } from "./sign-in-failure";
import { totpAt } from "./totp";

const MOST_STEPS = 5;
const POLL_MS = 250;
const STEP_TIMEOUT_MS = 25_000;
/** Time without requests after which a page's response to the form counts as complete. */
const QUIET_MS = 1_200;
/** How long to wait for Enter to take effect before clicking the form's button. */
const ENTER_MS = 2_000;
const FIELD_TIMEOUT_MS = 5_000;
const MIN_CODE_MS = 3_000;
const LOCKED_STATUSES = new Set([423, 429]);
const LONGEST_TEXT = 5_000;

const lockWords =
  /lock(?:ed|out)|too many|temporarily (?:blocked|disabled|suspended)|gesperrt|zu viele|verrouill|trop de tentatives|bloquead[oa]|demasiados intentos|bloccat[oa]|troppi tentativi|geblokkeerd|te veel pogingen|muitas tentativas/i;
const nextWords =
  /^(?:next|continue|weiter|fortfahren|suivant|continuer|siguiente|continuar|avanti|continua|volgende|doorgaan|seguinte|avançar|verify|confirm|bestätigen|submit|ok)$/i;

type Stage = "user" | "password" | "code";

/** Watches the requests that a tab sends after a form has been submitted. */
class SendWatch {
  isLocked = false;
  count = 0;
  private readonly open = new Set<Request>();
  private lastAt = performance.now();

  constructor(private readonly page: Page) {
    page.on("request", this.onRequest);
    page.on("requestfinished", this.onEnd);
    page.on("requestfailed", this.onEnd);
    page.on("response", this.onResponse);
  }

  get isQuiet(): boolean {
    return this.open.size === 0 && performance.now() - this.lastAt > QUIET_MS;
  }

  stop(): void {
    this.page.off("request", this.onRequest);
    this.page.off("requestfinished", this.onEnd);
    this.page.off("requestfailed", this.onEnd);
    this.page.off("response", this.onResponse);
  }

  private readonly onRequest = (request: Request): void => {
    const isSending = request.method() !== "GET" || request.isNavigationRequest();
    if (!isSending) return;
    this.count += 1;
    this.open.add(request);
    this.lastAt = performance.now();
  };

  private readonly onEnd = (request: Request): void => {
    if (this.open.delete(request)) this.lastAt = performance.now();
  };

  private readonly onResponse = (response: { status(): number; request(): Request }): void => {
    if (this.open.has(response.request()) && LOCKED_STATUSES.has(response.status())) this.isLocked = true;
  };
}

const fill = async (field: Locator, text: string): Promise<void> => {
  await field.fill(text, { timeout: FIELD_TIMEOUT_MS });
};

/**
 * Codes that this process has entered. The scanner waits for the next code, because websites accept each code only
 * once.
 */
const usedCodes = new Set<string>();

/** Types the code with the keyboard, because some pages have a field for each digit and move focus themselves. */
const typeCode = async (page: Page, field: Locator, secret: string): Promise<void> => {
  let { code, validMs } = totpAt(secret, Date.now());
  if (validMs < MIN_CODE_MS || usedCodes.has(code)) {
    await sleep(validMs + 100);
    ({ code, validMs } = totpAt(secret, Date.now()));
  }
  usedCodes.add(code);
  await field.focus({ timeout: FIELD_TIMEOUT_MS });
  await page.keyboard.type(code, { delay: 20 });
};

/** Clicks the form's button, found by its name, on pages that don't respond to Enter. Never clicks another button. */
const pressButton = async ({ frame }: FormFields): Promise<void> => {
  const buttons = frame.locator("button:visible, input[type=submit]:visible, [role=button]:visible");
  const names = await buttons.evaluateAll((all) =>
    all
      .slice(0, 50)
      .map((each) =>
        (each.getAttribute("aria-label") ?? (each.textContent || each.getAttribute("value")) ?? "").trim(),
      ),
  );
  const index = names.findIndex((name) => nextWords.test(name) || isPhrase(toPlainText(name), logins));
  if (index >= 0) await buttons.nth(index).click({ timeout: FIELD_TIMEOUT_MS });
};

const isStillThere = (field: Locator): Promise<boolean> => field.isVisible().catch(() => false);

const submit = async (form: FormFields, last: Locator, { selectors = {} }: FormMethod, sent: SendWatch) => {
  if (selectors.submit !== undefined) {
    await form.frame.locator(selectors.submit).first().click({ timeout: FIELD_TIMEOUT_MS });
    return;
  }
  const before = sent.count;
  await last.press("Enter", { timeout: FIELD_TIMEOUT_MS }).catch(() => undefined);
  for (const end = performance.now() + ENTER_MS; performance.now() < end; await sleep(POLL_MS / 2))
    if (sent.count > before || !(await isStillThere(last))) return;
  await pressButton(form).catch(() => undefined);
};

const originOf = (url: string): string => (isUrl(url) ? new URL(url).origin : "null");

interface Attempt {
  tab: Tab;
  method: FormMethod;
  origins: readonly string[];
  sent: SendWatch;
  done: Set<Stage>;
}

const textOf = async (page: Page): Promise<string> => {
  const body = page.locator("body");
  // biome-ignore lint/performance/useDomNodeTextContent: the text of scripts may contain words such as "locked"
  const text = await body.innerText({ timeout: FIELD_TIMEOUT_MS }).catch(() => "");
  return text.slice(0, LONGEST_TEXT);
};

/** Returns the likely reason why the form is shown again. */
const rejection = async ({ tab, sent }: Attempt, stage: Stage): Promise<SignInFailure> => {
  if (sent.isLocked || lockWords.test(await textOf(tab.page))) return new SignInFailure("sign_in_locked");
  if (await hasCaptcha(tab.page)) return new SignInFailure("sign_in_captcha");
  return new SignInFailure(stage === "code" ? "sign_in_code_rejected" : "sign_in_rejected");
};

const stageOf = (form: FormFields | null, done: ReadonlySet<Stage>): Stage | null => {
  if (form === null) return null;
  if (form.password) return "password";
  // Once the password has been entered, fields other than one for a code belong to the page that the form leads to.
  if (form.code) return "code";
  return form.userName && !done.has("password") ? "user" : null;
};

/** Waits for the reply to a submitted form. Returns the form of the next step, or null if no form is left. */
const awaitReply = async (attempt: Attempt, stage: Stage): Promise<FormFields | null> => {
  const { tab, method, origins, sent, done } = attempt;
  let last: FormFields | null = null;
  let same = 0;
  for (const end = performance.now() + STEP_TIMEOUT_MS; performance.now() < end; ) {
    await sleep(POLL_MS);
    if (!sent.isQuiet) continue;
    const isCodeOnly = done.has("password");
    const form = await readForm(tab.page, method, { origins, isCodeOnly }).catch(() => undefined);
    if (form === undefined) continue;
    const next = stageOf(form, done);
    same = next === stageOf(last, done) ? same + 1 : 0;
    last = form;
    if (same < 2) continue;
    if (next === null) return null;
    if (!done.has(next)) return form;
    throw await rejection(attempt, stage);
  }
  if (last && stageOf(last, done) !== null) throw await rejection(attempt, stage);
  return null;
};

/** Replaces Playwright's errors, because they quote the text that was to be entered. */
const withoutQuoting = async <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof SignInFailure ? error : new SignInFailure("sign_in_form_missing");
  });

/** The fields to fill in for one step of a form, and what the step is for. */
interface Step {
  stage: Stage;
  userName: Locator | null;
  password: Locator | null;
  code: Locator | null;
}

const planStep = ({ method, done }: Attempt, form: FormFields): Step => {
  const stage = stageOf(form, done);
  if (stage === null) throw new SignInFailure("sign_in_form_missing");
  if (stage === "code" && method.totp === undefined) throw new SignInFailure("sign_in_code_needed");
  const hasCode = stage !== "user" && method.totp !== undefined;
  return {
    stage,
    userName: stage === "code" || done.has("password") ? null : form.userName,
    password: form.password,
    code: hasCode ? form.code : null,
  };
};

/** Fills in the fields of one step and submits them. Returns what the step was for. */
const takeStep = async (attempt: Attempt, form: FormFields): Promise<Stage> => {
  const { tab, method, sent, done } = attempt;
  const { stage, userName, password, code } = planStep(attempt, form);
  if (userName) await fill(userName, method.user_name);
  if (password) await fill(password, method.password);
  if (code && method.totp !== undefined) await typeCode(tab.page, code, method.totp);
  done.add(stage);
  if (userName) done.add("user");
  if (code) done.add("code");
  const last = code ?? password ?? userName;
  if (last) await submit(form, last, method, sent);
  return stage;
};

const openForm = async (tab: Tab, method: FormMethod, origins: readonly string[]): Promise<FormFields> => {
  const { status } = await loadPage(tab, method.url);
  if (LOCKED_STATUSES.has(status)) throw new SignInFailure("sign_in_locked");
  if (status >= 400 && status !== 401 && status !== 403) throw new SignInFailure("sign_in_unreachable");
  await settleAfterLoad(tab);
  if (await hasCaptcha(tab.page)) throw new SignInFailure("sign_in_captcha");
  const form = await readForm(tab.page, method, { origins, isCodeOnly: false });
  if (form !== null && stageOf(form, new Set()) !== null) return form;
  const isElsewhere = !origins.includes(originOf(tab.page.url()));
  throw new SignInFailure(isElsewhere ? "sign_in_other_origin" : "sign_in_form_missing");
};

/**
 * Signs in once with a form that has one or more steps: the username, the password and a one-time code. Throws
 * SignInFailure, or the tab's error.
 */
export const signInByForm = async (tab: Tab, { origins }: SignIn, method: FormMethod): Promise<void> => {
  const release = await confinePassword(tab, origins, method.password);
  const sent = new SendWatch(tab.page);
  const attempt: Attempt = { tab, method, origins, sent, done: new Set() };
  try {
    let form: FormFields | null = await openForm(tab, method, origins);
    for (let step = 0; form !== null && step < MOST_STEPS; step += 1) {
      const stage = await withoutQuoting(takeStep(attempt, form));
      form = await awaitReply(attempt, stage);
    }
    if (!origins.includes(originOf(tab.page.url()))) throw new SignInFailure("sign_in_other_origin");
    if (form !== null || !attempt.done.has("password")) throw await rejection(attempt, "password");
    await settleAfterLoad(tab);
    const { status = 200 } = tab.watch.record.documents.at(-1) ?? {};
    if (status >= 500) throw new SignInFailure("sign_in_unreachable");
    if (status >= 400) throw await rejection(attempt, attempt.done.has("code") ? "code" : "password");
  } finally {
    sent.stop();
    await release();
  }
};
