/**
 * Runs in the page: reports whether pressing an element may sign people out. Some pages do so without a request, by
 * deleting what they have stored in the browser.
 */
export const signsOut = (element: Element): boolean => {
  const words =
    /(?:log|sign)[\s_-]?(?:out|off)|abmeld|auslogg|déconn|deconn|cerrar.?sesi|salir\b|disconnet|\besci\b|uitlog|afmeld|\bsair\b|terminar.?sess|wyloguj|logga.?ut|logg.?ut|log.?ud|kirjaudu.?ulos|odhlás/i;
  const named = ["id", "aria-label", "title"].map((name) => (element.getAttribute(name) ?? "").slice(0, 100));
  const text = (element.textContent ?? "").slice(0, 300).trim();
  return [...named, text.length <= 60 ? text : ""].some((each) => words.test(each));
};
