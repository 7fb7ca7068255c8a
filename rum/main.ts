import { onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";

type Measured = { name: string; value: number; navigationType: string };

const script = document.currentScript as HTMLScriptElement | null;
const key = script?.dataset["siteKey"];
const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };

const matches = (query: string): boolean => matchMedia(query).matches;

const device = (): string => {
  if (!matches("(pointer:coarse)")) return "desktop";
  return Math.min(screen.width, screen.height) < 600 ? "phone" : "tablet";
};

const measure = (address: URL): void => {
  const page = location.pathname.slice(0, 500);
  let news: Record<string, unknown> = {};

  const note = ({ name, value, navigationType }: Measured): void => {
    const field = name.toLowerCase();
    news[field === "cls" ? field : `${field}_ms`] = value;
    news["navigation_type"] = navigationType;
  };

  const send = (): void => {
    if (document.visibilityState !== "hidden" || !news["navigation_type"]) return;
    const body = JSON.stringify({
      site_key: key,
      page,
      device: device(),
      reduced_motion: matches("(prefers-reduced-motion:reduce)"),
      forced_colours: matches("(forced-colors:active)"),
      ...news,
    });
    news = {};
    // sendBeacon always sends cookies. With keepalive, fetch can send data without cookies.
    if ("keepalive" in Request.prototype)
      fetch(address, { method: "POST", body, keepalive: true, credentials: "omit" }).catch(() => {});
    else navigator.sendBeacon(address, body);
  };

  for (const on of [onCLS, onFCP, onLCP, onTTFB]) on(note);
  // Reports every change. By default, web-vitals waits for idle time. The last values would then be lost when the user
  // leaves the page.
  onINP(note, { reportAllChanges: true });
  // Added after web-vitals' own listeners, so that these have recorded the final values before `send` runs.
  addEventListener("visibilitychange", send);
};

if (script && key && doNotTrack !== "1" && !globalPrivacyControl) measure(new URL("api/rum/", script.src));
