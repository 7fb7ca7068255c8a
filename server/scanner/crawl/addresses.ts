import { isUrl } from "@/server/core/is-url";

const trackingParameters =
  /^(?:utm_\w+|gclid|dclid|fbclid|msclkid|yclid|mc_cid|mc_eid|_ga|_gl|igshid|phpsessid|jsessionid|sessionid|sid|aspsessionid\w*)$/i;

const fileExtensions = new Set(
  (
    "7z aac avi bmp bz2 css csv deb dmg doc docx eot epub exe gif gz ico ics iso jar jpeg jpg js json jsonld m4a m4v map " +
    "mid mjs mkv mov mp3 mp4 mpeg mpg msi odp ods odt ogg ogv otf pdf pkg png ppt pptx ps rar rss rtf svg svgz tar tgz " +
    "tif tiff ttf txt wasm wav webm webmanifest webp woff woff2 xls xlsx xml zip avif atom"
  ).split(" "),
);

const MAX_ADDRESS_LENGTH = 2_000;

/**
 * Returns the absolute URL to load a page from, without its fragment, credentials, or tracking and session parameters.
 * Returns null unless it is an HTTP(S) URL of at most 2,000 characters.
 */
export const normalizeAddress = (href: string, base?: string): string | null => {
  if (!isUrl(href.trim(), base)) return null;
  const url = new URL(href.trim(), base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  url.hash = "";
  url.username = "";
  url.password = "";
  url.pathname = url.pathname.replace(/;jsessionid=[^/?#]*/i, "");
  for (const name of new Set(url.searchParams.keys())) {
    if (trackingParameters.test(name)) url.searchParams.delete(name);
  }
  if (url.search === "") url.search = "";
  return url.href.length > MAX_ADDRESS_LENGTH ? null : url.href;
};

/** Returns a key that ignores the order of query parameters, so that all URLs of a page have the same key. */
export const addressKey = (address: string): string => {
  const url = new URL(address);
  url.searchParams.sort();
  return url.href;
};

/** Reports whether the file extension shows that the URL isn't a page and therefore doesn't need to be loaded. */
export const isLikelyFile = (address: string): boolean => {
  const extension = /\.([a-z0-9]{1,11})$/i.exec(new URL(address).pathname)?.[1];
  return extension !== undefined && fileExtensions.has(extension.toLowerCase());
};

/**
 * Returns the origins at which a website can usually be reached: with HTTP and HTTPS, and with and without "www.". A
 * URL list may use any of them.
 */
export const listOriginVariants = (address: string): string[] => {
  const host = new URL(address).host.replace(/^www\./, "");
  return ["https", "http"].flatMap((protocol) => [`${protocol}://${host}`, `${protocol}://www.${host}`]);
};
