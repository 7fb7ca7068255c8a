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
 * The address a page is loaded by: absolute http(s), without fragment, user name, tracking and session parameters.
 * Null for anything that is not such an address.
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

/** Two addresses with the same key are the same page: the order of the query's parameters does not matter. */
export const addressKey = (address: string): string => {
  const url = new URL(address);
  url.searchParams.sort();
  return url.href;
};

/** True when the path's extension names something that is not a page, so that it need not be loaded to know. */
export const looksLikeFile = (address: string): boolean => {
  const extension = /\.([a-z0-9]{1,11})$/i.exec(new URL(address).pathname)?.[1];
  return extension !== undefined && fileExtensions.has(extension.toLowerCase());
};
