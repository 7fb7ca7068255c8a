const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns a document's title or, if it has none, its file name. */
export const nameDocument = ({ title, url }: { title: string | null; url: string }): string => {
  const { hostname, pathname } = new URL(url);
  return title || decode(pathname.split("/").at(-1) ?? "") || hostname;
};
