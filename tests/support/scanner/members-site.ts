import type { IncomingMessage, ServerResponse } from "node:http";
import { totpAt } from "@/server/scanner/sign-in/totp";
import type { SignInInput } from "@/server/scanner/sign-in-contract";
import { type Answer, soundPage } from "./serve-site";

export const USER = "ada@members.example";
export const PASSWORD = "Correct-Horse 42&more";
export const TOTP = "JBSWY3DPEHPK3PXP";

export interface MembersOptions {
  /** `one` asks for the username and password together; `two` asks for them one after the other. */
  form?: "one" | "two";
  requestsCode?: boolean;
  head?: string;
  captcha?: boolean;
  locks?: boolean;
  /** Ends all sessions when this path is requested; once only, unless `endsAlways` is set. */
  endsAt?: string;
  endsAlways?: boolean;
  /** Whether a second sign-in succeeds. */
  signsInAgain?: boolean;
  /** More pages for people who are signed in. */
  pages?: Record<string, string>;
  /** PDFs for people who are signed in. */
  files?: Record<string, Buffer>;
  /** Returns status 401 to everyone else, instead of redirecting to the sign-in form. */
  refuses?: boolean;
  /** Shows the sign-in form in place of a page, instead of redirecting to it. */
  inPlace?: boolean;
}

/** A website whose pages can only be opened after signing in with a form. */
export interface MembersSite {
  answers: Record<string, Answer>;
  /** Requests to the form, with their outcomes. */
  attempts: string[];
}

const html = (response: ServerResponse, body: string, headers: Record<string, string> = {}, status = 200): void => {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
};

const readBody = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
};

const cookiesOf = ({ headers }: IncomingMessage): Map<string, string> =>
  new Map((headers.cookie ?? "").split("; ").map((part) => part.split("=", 2) as [string, string]));

const page = (body: string, head = "") => soundPage(body, head, "Members of the club");

const userField = `<p><label>Email address <input type="email" name="login" autocomplete="username"></label></p>`;
const passwordField = `<p><label>Password <input type="password" name="pw" autocomplete="current-password"></label></p>`;
const codeField = `<p><label>Security code <input name="token" inputmode="numeric" autocomplete="one-time-code"></label></p>`;
const formOf = (fields: string, note = "") =>
  `<p role="alert">${note}</p><form method="post" action="/sign-in">${fields}<p><button>Sign in</button></p></form>`;
const links = `<nav><a href="/account">Account</a> <a href="/orders">Orders</a> <a href="/bye">Log out</a></nav>`;

const show = (response: ServerResponse, content: string | Buffer): void => {
  if (typeof content === "string") html(response, page(links + content));
  else response.writeHead(200, { "content-type": "application/pdf" }).end(content);
};

export const createMembersSite = (options: MembersOptions = {}): MembersSite => {
  const { form = "one", requestsCode = false, signsInAgain = true, pages = {}, head = "" } = options;
  const attempts: string[] = [];
  const sessions = new Set<string>();
  let hasEnded = false;
  let signIns = 0;
  const firstForm = (note = "") =>
    page(
      `<h2>Sign in</h2>${options.captcha ? '<p><img src="/captcha.png" alt="Letters to type" width="120" height="40"></p>' : ""}` +
        formOf(form === "one" ? userField + passwordField : userField, note),
      head,
    );
  const open = (response: ServerResponse): void => {
    signIns += 1;
    const id = `session-${signIns}-${"x".repeat(10)}`;
    sessions.add(id);
    response.writeHead(303, { location: "/account", "set-cookie": `sid=${id}; Path=/; HttpOnly` }).end();
  };
  const wrong = options.locks
    ? { why: "locked", note: "Your account has been locked. Try again in an hour." }
    : { why: "wrong password", note: "The email address or password is wrong." };
  const isRight = (name: string | undefined, password: string): boolean =>
    decodeURIComponent(name ?? "") === USER && password === PASSWORD && (signsInAgain || signIns === 0);
  const signIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = await readBody(request);
    const name = given.get("login") ?? cookiesOf(request).get("step");
    const password = given.get("pw");
    const code = given.get("token");
    const refuse = (why: string, fields: string, note: string) => {
      attempts.push(why);
      html(response, fields === "" ? firstForm(note) : page(formOf(fields, note)));
    };
    const step = cookiesOf(request).get("step");
    if (code !== null) {
      if (step !== "code" || code !== totpAt(TOTP, Date.now()).code)
        return refuse("wrong code", codeField, "That code is wrong.");
      attempts.push("signed in");
      return open(response);
    }
    if (password === null) {
      attempts.push("username");
      return html(response, page(formOf(passwordField)), { "set-cookie": `step=${name}` });
    }
    if (!isRight(name, password)) return refuse(wrong.why, "", wrong.note);
    attempts.push(requestsCode ? "password" : "signed in");
    if (requestsCode) return html(response, page(formOf(codeField)), { "set-cookie": "step=code" });
    return open(response);
  };
  const member =
    (path: string, content: string | Buffer): Answer =>
    (request, response) => {
      if (path === options.endsAt && (!hasEnded || options.endsAlways)) {
        hasEnded = true;
        sessions.clear();
      }
      if (sessions.has(cookiesOf(request).get("sid") ?? "")) return show(response, content);
      if (options.refuses) return html(response, page("<p>Members only.</p>"), {}, 401);
      if (options.inPlace) return html(response, firstForm());
      response.writeHead(302, { location: `/sign-in?next=${encodeURIComponent(path)}` }).end();
    };
  return {
    attempts,
    answers: {
      "/": page(`<p>Welcome.</p><p><a href="/account">Your account</a></p>`),
      "/sign-in": (request, response) => {
        if (request.method === "POST") void signIn(request, response);
        else html(response, firstForm());
      },
      "/bye": (_, response) => {
        attempts.push("signed out");
        sessions.clear();
        html(response, page("<p>Goodbye.</p>"));
      },
      "/account": member("/account", `<p>Hello, Ada. <input value="Ada"></p><p><img src="/face.png"></p>`),
      "/orders": member("/orders", "<p>Order 1</p><p>Order 2</p>"),
      ...Object.fromEntries(
        Object.entries({ ...pages, ...options.files }).map(([path, body]) => [path, member(path, body)]),
      ),
    },
  };
};

export const formAt = (origin: string, more: object = {}): SignInInput => ({
  origins: [origin],
  method: { kind: "form", url: `${origin}/sign-in`, user_name: USER, password: PASSWORD, ...more },
});
