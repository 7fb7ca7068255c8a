type Name = readonly [pattern: RegExp, name: string];

/** The more special first: most browsers also name those they descend from. */
const browsers: readonly Name[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.* Safari\//, "Safari"],
];

const systems: readonly Name[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

const find = (names: readonly Name[], agent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** A `User-Agent` header in words, such as "Firefox on Windows"; for a program the name it gives itself. */
export const describeAgent = (agent: string): string => {
  const browser = find(browsers, agent);
  const system = find(systems, agent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  const program = /^[\w.+-]{1,40}/.exec(agent.trim())?.[0];
  if (program && program !== "Mozilla") return program;
  return system ? `A browser on ${system}` : "An unknown program";
};

/** What stays the same when a person moves between addresses of one network: the /24 of IPv4; IPv6 comes as its /64. */
export const networkOf = (ip: string): string => ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1");
