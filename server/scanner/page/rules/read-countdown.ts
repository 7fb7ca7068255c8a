/**
 * Runs in the page: reads a time such as "0:59" or "2 min 5 s" from the text of an element, and returns it in seconds;
 * null if there is none. If the text is a single number and the parent element contains the rest of the time, returns
 * that number.
 */
export const readCountdown = (element: Element): number | null => {
  const LONGEST = 200;
  const MOST_CHILDREN = 20;
  const textOf = (each: Element | null): string =>
    each && each.childElementCount <= MOST_CHILDREN ? (each.textContent ?? "").slice(0, LONGEST).trim() : "";
  const text = textOf(element);
  const clock = /(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?!\d)/.exec(text);
  if (clock) return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
  const seconds = /(\d{1,5}) ?(?:s|secs?|seconds?|sek|sekunden?|secondes?|segundos?|secondi|seconden)(?!\p{L})/iu;
  const minutes = /(\d{1,3}) ?(?:m|mins?|minutes?|minuten?|minutos?|minuti)(?!\p{L})/iu;
  const left = seconds.exec(text);
  if (left) return Number(minutes.exec(text)?.[1] ?? 0) * 60 + Number(left[1]);
  const isPart = /^\d{1,3}$/.test(text) && /:|\p{L}/u.test(textOf(element.parentElement));
  return isPart ? Number(text) : null;
};
