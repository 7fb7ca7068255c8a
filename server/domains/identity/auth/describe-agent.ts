import Bowser from "bowser";

/** Names that people know better than those of the library. */
const knownAs: Readonly<Record<string, string>> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  "Chrome OS": "ChromeOS",
};

const nameOf = (name: string | undefined): string | undefined => (name ? (knownAs[name] ?? name) : undefined);

/** The library takes anything else for the name of a browser too. */
const browsers: ReadonlySet<string | undefined> = new Set(Object.values(Bowser.BROWSER_MAP));

/**
 * Describes a `User-Agent` header, for example "Firefox on Windows"; for a program, returns the name it gives itself.
 */
export const describeAgent = (agent: string): string => {
  // All browsers begin like this, but the library also finds their names in those of programs.
  if (!/^(?:Mozilla|Opera)\//.test(agent)) return /^[\w.+-]{1,40}/.exec(agent.trim())?.[0] ?? "An unknown program";
  const { browser, os, platform } = Bowser.parse(agent);
  const system = nameOf(os.name === Bowser.OS_MAP.iOS ? (platform.model ?? os.name) : os.name);
  const name = browsers.has(browser.name) ? nameOf(browser.name) : undefined;
  if (name) return system ? `${name} on ${system}` : name;
  return system ? `A browser on ${system}` : "An unknown program";
};

/**
 * Returns what stays the same when a person moves between addresses of one network: the /24 for IPv4. IPv6 addresses
 * are already reduced to their /64.
 */
export const networkOf = (ip: string): string => ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1");
