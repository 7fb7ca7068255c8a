import { type Env, env } from "@/server/core/env";

const maxNameLength = 100;

/** Line breaks and control characters could start another header; direction overrides can disguise text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it rejects, escaped so that every client's engine accepts the pattern.
export const oneLine = /^[^\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/;

/** The start of an encoded word (RFC 2047), which email clients decode for display. */
export const encodedWord = /=\?[^?\s]*\?[bq]\?/i;

const bare = /^[\w'+-]+(?:\.[\w'+-]+)*@([a-z0-9-]+(?:\.[a-z0-9-]+)*)$/i;
const named = /^(?:"((?:[^"\\<>]|\\["\\])*)" *|([^"\\<>()[\],;:@]*))<([^<>]*)>$/;

type Settings = Pick<Env, "MAIL_FROM_ADDRESS" | "MAIL_FROM_DOMAINS">;

/** Returns the domains from which a caller can send, in lower case. */
const domainsOf = ({ MAIL_FROM_ADDRESS, MAIL_FROM_DOMAINS }: Settings): string[] => {
  const own = MAIL_FROM_ADDRESS.trim().replace(/>$/, "").split("@").at(-1) ?? "";
  const allowed = MAIL_FROM_DOMAINS.length > 0 ? MAIL_FROM_DOMAINS : [own];
  return allowed.map((domain) => domain.toLowerCase());
};

/** Returns why a sender address isn't allowed, or null if it is. */
export const senderProblem = (from: string, settings: Settings = env): string | null => {
  if (!oneLine.test(from))
    return "Must not contain line breaks, control characters or bidirectional formatting characters.";
  if (from.includes("=?")) return "Write the name as plain text, not as an encoded word.";
  const [, quoted, plain, inner] = named.exec(from) ?? [];
  if ((quoted ?? plain ?? "").length > maxNameLength) return `The name must have at most ${maxNameLength} characters.`;
  const domain = bare.exec(inner ?? from)?.[1]?.toLowerCase();
  if (!domain)
    return 'Must be a single address, such as ada@example.org, Ada <ada@example.org> or "Lovelace, Ada" <ada@example.org>.';
  const domains = domainsOf(settings);
  return domains.includes(domain) ? null : `Must be an address at ${domains.join(" or ")}.`;
};
