import type { IncomingMessage } from "node:http";
import { serveSite, soundPage, type TestSite } from "./serve-site";

export const comesFromBrowser = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && String(headers["user-agent"]).includes("Chrome/");

/** Serves a website. Each time a browser requests `/bad`, calls `onBad` before responding. */
export const serveWithBad = (onBad: (time: number) => void, others = 6): Promise<TestSite> => {
  let times = 0;
  const links = [...Array.from({ length: others }, (_, index) => `/page-${index}`), "/bad"];
  return serveSite(() => ({
    "/bad": (request, response) => {
      const isPageLoad = comesFromBrowser(request);
      if (isPageLoad) times += 1;
      if (isPageLoad) onBad(times);
      setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end(soundPage("Bad")), 3_000);
    },
    "*": soundPage(links.map((link) => `<p><a href="${link}">Page ${link}</a></p>`).join("")),
  }));
};

/** Paths of all pages of the website that `serveWithBad` serves. */
export const allPaths = ["/", "/bad", ...Array.from({ length: 6 }, (_, index) => `/page-${index}`)].sort();
