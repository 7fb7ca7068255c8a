import type { IncomingMessage, ServerResponse } from "node:http";
import { type Answer, soundPage } from "./serve-site";

export interface ShopSite {
  answers: Record<string, Answer>;
  /** Requests other than GET and HEAD, in order, with their bodies. */
  posted: string[];
  /** Paths that were requested with GET. */
  visited: string[];
  /** The content of the start page, which leads to the delivery page. */
  home: string;
}

const html = (response: ServerResponse, body: string, status = 200): void => {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(body);
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
};

const form = (action: string, content: string, button: string): string =>
  `<form method="post" action="${action}">${content}<p><button>${button}</button></p></form>`;

const basket = `${form("/basket", "", "Add to basket")}${form("/delivery", `<p><label>Full name <input name="name" autocomplete="name"></label></p>`, "Continue")}`;

/** A shop whose delivery page can only be reached by submitting a form. `more` adds pages. */
export const createShopSite = (more: Record<string, Answer> = {}): ShopSite => {
  const posted: string[] = [];
  const visited: string[] = [];
  const note =
    (next: Answer): Answer =>
    async (request, response) => {
      if (request.method === "GET") visited.push(request.url ?? "");
      else if (request.method !== "HEAD") posted.push(`${request.method} ${request.url} ${await readBody(request)}`);
      if (typeof next === "string") html(response, next);
      else next(request, response);
    };
  const pages: Record<string, Answer> = {
    "/": soundPage(basket),
    "/basket": soundPage(basket),
    "/delivery": soundPage(
      `<p><img src="/van.png"></p>${form("/payment", "", "Continue to payment")}`,
      "",
      "How should it be delivered?",
    ),
    "/payment": soundPage(`<p>That is £12.</p>${form("/orders", "", "Pay now")}`, "", "How would you like to pay?"),
    "/orders": soundPage("<p>Thank you.</p>"),
    ...more,
  };
  return {
    answers: Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, note(page)])),
    posted,
    visited,
    home: basket,
  };
};
