/** Limits for the headers of one message. Browsers and ordinary servers stay far below these limits. */
const MAX_HEADERS = 500;
const MAX_NAME_LENGTH = 200;
const MAX_TOTAL_LENGTH = 64 * 1024;

/** Headers that apply to a single connection (RFC 9110, section 7.6.1). Node sets them for our own connections. */
const hopHeaders = new Set([
  ...["connection", "proxy-connection", "proxy-authorization", "proxy-authenticate", "keep-alive"],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
]);

const validName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** Matches header values that Node can send: those without control characters or characters outside Latin-1. */
const validValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Returns the names listed in the message's Connection header. These headers apply to that connection only. */
const namedByConnection = (raw: readonly string[]): Set<string> => {
  const names = new Set<string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    if (raw[index]?.toLowerCase() !== "connection") continue;
    for (const name of (raw[index + 1] ?? "").split(",")) names.add(name.trim().toLowerCase());
  }
  return names;
};

/**
 * Returns the headers to forward, as alternating names and values. Omits headers that are malformed, apply to a single
 * connection only, exceed the limits or are named in `without`.
 */
export const passOnHeaders = (raw: readonly string[], without: readonly string[] = []): string[] => {
  const left = new Set([...hopHeaders, ...namedByConnection(raw), ...without]);
  const passed: string[] = [];
  let size = 0;
  for (let index = 0; index + 1 < raw.length && passed.length < 2 * MAX_HEADERS; index += 2) {
    const name = raw[index] ?? "";
    const value = raw[index + 1] ?? "";
    if (name.length > MAX_NAME_LENGTH || !validName.test(name) || !validValue.test(value)) continue;
    if (left.has(name.toLowerCase())) continue;
    size += name.length + value.length;
    if (size > MAX_TOTAL_LENGTH) break;
    passed.push(name, value);
  }
  return passed;
};
