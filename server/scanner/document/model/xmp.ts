const MAX_METADATA = 1_000_000;
/** Maximum number of prefixes, because the text is searched once for each of them. */
const MAX_PREFIXES = 10;

/** Returns the beginning of a metadata stream as text. */
export const readXml = (bytes: Buffer): string => {
  const part = bytes.subarray(0, MAX_METADATA - (MAX_METADATA % 2));
  const [first, second] = part;
  if (first === 0xff && second === 0xfe) return part.toString("utf16le", 2);
  if (first === 0xfe && second === 0xff)
    return Buffer.from(part.subarray(0, part.length - (part.length % 2)))
      .swap16()
      .toString("utf16le", 2);
  return part.toString("utf8");
};

/** Returns the first few prefixes that the XML assigns to a namespace. */
export const findPrefixes = (xml: string, namespace: string): string[] => {
  const prefixes = new Set<string>();
  for (const [, prefix = "", , uri = ""] of xml.matchAll(/xmlns:([\w.-]{1,40})=(["'])([^"'<>]{1,200})\2/g)) {
    if (uri === namespace) prefixes.add(prefix);
    if (prefixes.size === MAX_PREFIXES) break;
  }
  return [...prefixes];
};

/** Returns the text of a property, written as an element or as an attribute, or null if it is missing. */
export const readProperty = (xml: string, name: string): string | null => {
  const element = xml.indexOf(`<${name}>`);
  if (element >= 0) return xml.slice(element + name.length + 2).split("<", 1)[0] ?? "";
  const attribute = xml.indexOf(` ${name}=`);
  if (attribute < 0) return xml.includes(`<${name} `) ? "" : null;
  const quote = xml[attribute + name.length + 2] ?? '"';
  return xml.slice(attribute + name.length + 3).split(quote, 1)[0] ?? "";
};
