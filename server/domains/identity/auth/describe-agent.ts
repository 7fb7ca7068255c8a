import Bowser from "bowser";

/** Names that people know better than those that the library returns. */
const knownAs: Readonly<Record<string, string>> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  "Chrome OS": "ChromeOS",
};

const nameOf = (name: string | undefined): string | undefined => (name ? (knownAs[name] ?? name) : undefined);

/** Browsers that the library recognises. For any other program, it reports the program's name as the browser's name. */
const browsers: ReadonlySet<string | undefined> = new Set(Object.values(Bowser.BROWSER_MAP));

/**
 * Describes a `User-Agent` header, for example "Firefox on Windows". For a program that isn't a browser, returns the
 * name that it sends.
 */
export const describeAgent = (agent: string): string => {
  // Every browser's header starts with one of these words. Other programs' headers can contain browser names too.
  if (!/^(?:Mozilla|Opera)\//.test(agent)) return /^[\w.+-]{1,40}/.exec(agent.trim())?.[0] ?? "An unknown program";
  const { browser, os, platform } = Bowser.parse(agent);
  const system = nameOf(os.name === Bowser.OS_MAP.iOS ? (platform.model ?? os.name) : os.name);
  const name = browsers.has(browser.name) ? nameOf(browser.name) : undefined;
  if (name) return system ? `${name} on ${system}` : name;
  return system ? `A browser on ${system}` : "An unknown program";
};

/** Returns the network prefix of an IP address: the /24 for IPv4. IPv6 addresses are already reduced to their /64. */
export const networkOf = (ip: string): string => ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1");
