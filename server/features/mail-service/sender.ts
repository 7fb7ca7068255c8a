import { type Env, env } from "@/server/core/env";

const maxNameLength = 100;

/** Line breaks and controls could start another header; direction overrides make a text read as another one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses, written so that every client's engine takes it.
export const oneLine = /^[^\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/;

/** The start of an encoded word (RFC 2047), which a mail program shows as the text that is coded in it. */
export const encodedWord = /=\?[^?\s]*\?[bq]\?/i;

const bare = /^[\w'+-]+(?:\.[\w'+-]+)*@([a-z0-9-]+(?:\.[a-z0-9-]+)*)$/i;
const named = /^(?:"((?:[^"\\<>]|\\["\\])*)" *|([^"\\<>()[\],;:@]*))<([^<>]*)>$/;

type Settings = Pick<Env, "MAIL_FROM_ADDRESS" | "MAIL_FROM_DOMAINS">;

/** The domains a caller may send from, in lower case. */
const domainsOf = ({ MAIL_FROM_ADDRESS, MAIL_FROM_DOMAINS }: Settings): string[] => {
  const own = MAIL_FROM_ADDRESS.trim().replace(/>$/, "").split("@").at(-1) ?? "";
  const allowed = MAIL_FROM_DOMAINS.length > 0 ? MAIL_FROM_DOMAINS : [own];
  return allowed.map((domain) => domain.toLowerCase());
};

/** What is wrong with a sender that a caller wants to write as; null when nothing is. */
export const senderProblem = (from: string, settings: Settings = env): string | null => {
  if (!oneLine.test(from)) return "Leave out line breaks, control characters and direction marks.";
  if (from.includes("=?")) return "Write the name as it is, not as an encoded word.";
  const [, quoted, plain, inner] = named.exec(from) ?? [];
  if ((quoted ?? plain ?? "").length > maxNameLength) return `The name may have at most ${maxNameLength} characters.`;
  const domain = bare.exec(inner ?? from)?.[1]?.toLowerCase();
  if (!domain)
    return 'Give one address, as ada@example.org, Ada <ada@example.org> or "Lovelace, Ada" <ada@example.org>.';
  const domains = domainsOf(settings);
  return domains.includes(domain) ? null : `Send from an address at ${domains.join(" or ")}.`;
};
