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
 * Returns the absolute HTTP(S) URL to load a page from, without fragment, credentials, tracking and session parameters.
 * Returns null for anything else, and for URLs of more than 2,000 characters.
 */
export const normalizeAddress = (href: string, base?: string): string | null => {
  if (!URL.canParse(href.trim(), base)) return null;
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

/** Returns a key that is the same for all URLs of a page, because it ignores the order of query parameters. */
export const addressKey = (address: string): string => {
  const url = new URL(address);
  url.searchParams.sort();
  return url.href;
};

/** Reports whether the path has the file extension of something other than a page, so there is no need to load it. */
export const isLikelyFile = (address: string): boolean => {
  const extension = /\.([a-z0-9]{1,11})$/i.exec(new URL(address).pathname)?.[1];
  return extension !== undefined && fileExtensions.has(extension.toLowerCase());
};
