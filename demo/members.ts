import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** The account of the demo shop. Not secret: the shop is served on loopback only. */
export const demoAccount = { user_name: "ada@larch.example", password: "larch-and-lantern" } as const;

const MAX_FORM_LENGTH = 10_000;
const cookieName = "shop_session";

export const layOutPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} | Larch &amp; Lantern</title>
    <meta name="description" content="A page of a demo shop with known accessibility flaws.">
    <link rel="icon" href="/images/favicon.svg">
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <main class="wrap">
      <h1>${title}</h1>
${body}
    </main>
  </body>
</html>
`;

const form = (note: string): string =>
  layOutPage(
    "Sign in to your account",
    `${note === "" ? "" : `      <p role="alert">${note}</p>\n`}      <form method="post" action="/account/sign-in">
        <p><label for="email">Email address</label> <input id="email" name="email" type="email" autocomplete="username"></p>
        <p><label for="password">Password</label> <input id="password" name="password" type="password" autocomplete="current-password"></p>
        <p><button type="submit">Sign in</button></p>
      </form>`,
  );

const links = `      <p><a href="/account/">Your account</a></p>
      <p><a href="/account/orders">Your orders</a></p>
      <p><a href="/account/sign-out">Sign out</a></p>`;

/** Pages that can only be opened after signing in. The image without alternative text is the documented flaw. */
const pages: Readonly<Record<string, string>> = {
  "/account/": layOutPage("Your account", `      <p>Good evening, Ada.</p>\n${links}`),
  "/account/orders": layOutPage(
    "Your orders",
    `      <p>One order, from the third of November.</p>\n      <p><img src="/images/brass-table-lamp.svg" width="120" height="90"></p>\n${links}`,
  ),
};

export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = "";
  for await (const chunk of request) if (text.length < MAX_FORM_LENGTH) text += String(chunk);
  return new URLSearchParams(text);
};

export const sendPage = (response: ServerResponse, html: string, status = 200): void => {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
};

/** Serves the customer area of the demo shop. */
export const createMembersArea = () => {
  const sessions = new Set<string>();
  const sessionOf = ({ headers }: IncomingMessage): string =>
    (headers.cookie ?? "")
      .split("; ")
      .find((part) => part.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1) ?? "";
  const signIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = await readForm(request);
    const isRight = given.get("email") === demoAccount.user_name && given.get("password") === demoAccount.password;
    if (!isRight) return sendPage(response, form("The email address or the password is wrong."));
    const id = randomUUID();
    sessions.add(id);
    const cookie = `${cookieName}=${id}; Path=/account; HttpOnly; SameSite=Lax`;
    response.writeHead(303, { location: "/account/", "set-cookie": cookie }).end();
  };
  const redirectToForm = (response: ServerResponse): void => {
    response.writeHead(303, { location: "/account/sign-in" }).end();
  };
  const answers: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>> = {
    "/account/sign-in": (request, response) =>
      request.method === "POST" ? signIn(request, response) : sendPage(response, form("")),
    "/account/sign-out": (request, response) => {
      sessions.delete(sessionOf(request));
      redirectToForm(response);
    },
  };
  /** Returns false if the request isn't for the customer area. */
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (!path.startsWith("/account/")) return false;
    if (Object.hasOwn(answers, path)) await answers[path]?.(request, response);
    else if (!sessions.has(sessionOf(request))) redirectToForm(response);
    else if (Object.hasOwn(pages, path)) sendPage(response, pages[path] ?? "");
    else return false;
    return true;
  };
};
