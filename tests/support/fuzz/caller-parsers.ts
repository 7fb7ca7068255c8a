import { gzipSync } from "node:zlib";
import { completeAddress } from "@/app/_client/address";
import { describeCron } from "@/app/(service)/service/schedules/_parts/describe-cron";
import { parseAddress } from "@/server/adapters/email/check-message";
import { fileUrls } from "@/server/adapters/store/file-urls";
import { disposition } from "@/server/adapters/store/object-key";
import type { CallContext, Caller } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { isUrl } from "@/server/core/is-url";
import { isRefreshSecretOf, newRefreshSecret } from "@/server/core/one-time-secret";
import { assertPlainText, cleanText } from "@/server/core/plain-text";
import { decodePunycode } from "@/server/core/punycode";
import { Moment } from "@/server/core/schema";
import { findZone } from "@/server/core/wall-clock";
import { webAddress } from "@/server/core/web-address";
import { readTiming } from "@/server/domains/audits/schedules/read-timing";
import { readSignUpCookie, setSignUpCookie } from "@/server/domains/identity/auth/sign-up-cookie";
import { signToken, verifyToken } from "@/server/domains/identity/auth/token";
import { Email } from "@/server/domains/identity/users/contract";
import { readToken, unsubscribeAddresses } from "@/server/domains/messaging/suppressions/unsubscribe-token";
import { GetSummary } from "@/server/domains/monitoring/rum/contract";
import { isUnwanted } from "@/server/domains/monitoring/rum/receive-beacon";
import { makeState, openState } from "@/server/domains/monitoring/search-performance/consent-state";
import { decodeBody, parseJsonObject } from "@/server/endpoint/body";
import { readKeyedCall } from "@/server/endpoint/idempotency";
import { isPublicAddress, parsePrivateHosts } from "@/server/outside/private-hosts";
import { chooseLanguage } from "@/start/choose-language";
import { changeBytes, changeText } from "./nearly-valid";
import { type ForeignParser, ofText, ofTextLike, refusing, refusingLater, words } from "./parser-kinds";

const MAX_BODY = 1_000_000;
const json = [
  ...words('{ } [ ] " : , \\ \\u0000 \\ud800 "a": 1e999 -0 true null "__proto__": 0.1'),
  "\n",
  "[[[[[[[[",
  "\ufeff",
];
const jsonHeaders = new Headers({ "content-type": "application/json; charset=utf-8" });
const base64 = [...words("a Z 9 - _ . = == eyJ hbGciOiJub25lIn0 e30 + / ~"), "\n", "a".repeat(300)];
const emails = words('a @ b.example . + - _ < > " , ; : ( ) [ ] \\ Ada é xn-- .. é@é');
const hosts = words("xn-- a - . http:// https:// : / @ 80 [::1] %2e é 99999 _ 1 .example # ?");
const cron = words("* */ 0 1 59 60 , - / L W # ? MON JAN 1-5 */15 31 2 23 @daily 0-59/1 SUN-SAT");
const keys = words("a 0 - _ : / ~ ! é \u007f");

const jsonText = JSON.stringify({ website: { url: "https://a.example/" }, pages: [{ url: "/", nodes: [[1, "a"]] }] });
const longJson = JSON.stringify({ pages: Array.from({ length: 300 }, (_, at) => ({ url: `/${at}`, a: [null, "é"] })) });

const readBody = (body: Buffer): boolean =>
  refusing(() => {
    const value = parseJsonObject(jsonHeaders, body);
    cleanText(structuredClone(value));
    assertPlainText(value);
  });

const isTaken = ({ success }: { success: boolean }): boolean => success;

/** Signs the token only once, because signing a token takes longer than reading one. */
const ofToken = (
  name: string,
  make: () => Promise<string>,
  read: (token: string) => boolean | Promise<boolean>,
): ForeignParser => {
  let valid = "";
  return {
    ...ofTextLike(name, () => valid, base64, read),
    ready: async () => {
      valid = await make();
    },
  };
};

const links = fileUrls("http://a.example", () => "a secret");
const link = links.sign("reports/a b/é.pdf", { expiresInSeconds: 7 * 24 * 60 * 60, fileName: "Bericht é.pdf" }).url;

const signUpCookie = async (): Promise<string> => {
  const reply = { headers: new Headers() };
  await setSignUpCookie(reply, newId());
  return reply.headers.get("set-cookie")?.split(";")[0] ?? "";
};

/** Converts text to a header value as Node returns it: Latin-1, without line breaks. */
const asHeader = (text: string): string => text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, "?");
const headersOf = (name: string, text: string): Headers => new Headers({ [name]: asHeader(text) });

const keyedCall = (text: string) => {
  const context = {
    call: { headers: headersOf("idempotency-key", text), ip: "192.0.2.1" },
    caller: { kind: "anonymous" },
  };
  return readKeyedCall(context as unknown as CallContext & { caller: Caller }, "POST /", {});
};

const agents = words("Mozilla/5.0 ( ) ; Chrome/ bot cubot crawl curbcut Lighthouse x");

/** Parsers for everything that callers, their browsers and their email clients send with a request. */
export const callerParsers: readonly ForeignParser[] = [
  ofTextLike("JSON bodies", [jsonText, jsonText, longJson], json, (text) => readBody(Buffer.from(text))),
  {
    name: "gzipped bodies",
    prepare: (random) => {
      const input = changeBytes(random, gzipSync(changeText(random, jsonText, json), { level: random.below(10) }));
      const headers = new Headers({ "content-encoding": "gzip", "content-type": "application/json" });
      const read = async () => parseJsonObject(headers, await decodeBody(headers, input, MAX_BODY));
      return { input: input.toString("base64"), read: () => refusingLater(read) };
    },
  },
  ofToken(
    "access tokens",
    () => signToken({ user_id: newId(), session_id: newId(), org_id: newId(), role: "member" }),
    (token) => refusingLater(() => verifyToken(token)),
  ),
  ofToken(
    "refresh tokens",
    async () => newRefreshSecret("a session"),
    (secret) => isRefreshSecretOf("a session", secret),
  ),
  ofToken(
    "OAuth states",
    async () => (await makeState({ user_id: newId(), org_id: newId() })).state,
    (state) => refusingLater(() => openState(state)),
  ),
  ofToken(
    "unsubscribe tokens",
    async () => new URL(unsubscribeAddresses("ada@a.example").page).searchParams.get("token") ?? "",
    (token) => refusing(() => readToken(token)),
  ),
  ofTextLike("file links", [link], [...base64, "%", "%zz", "/", "..", "&name=", "?expires="], (text) =>
    isUrl(text) ? refusing(() => links.verify(new URL(text))) : false,
  ),
  ofToken(
    "sign-up cookies",
    signUpCookie,
    async (text) => (await readSignUpCookie({ headers: headersOf("cookie", text) })) !== null,
  ),
  ofTextLike("idempotency keys", ["0190a1b2-7c3d", "a".repeat(255)], keys, (text) => refusing(() => keyedCall(text))),
  ofTextLike("email addresses", ["ada@a.example", "a.b+c@x.y.example"], emails, (text) =>
    isTaken(Email.safeParse(text)),
  ),
  ofTextLike("senders", ['"Ada \\"L\\"" <ada@a.example>', "ada@a.example"], emails, (text) =>
    refusing(() => parseAddress("from", text)),
  ),
  ofTextLike("callers' URLs", ["https://shop.a.example/b", "http://xn--bcher-kva.example/"], hosts, (text) => {
    completeAddress(text);
    return isTaken(webAddress().safeParse(text));
  }),
  ofText("Punycode", [..."abcz019-", "bcher-kva", "zzzz"], 2_000, (text) => {
    try {
      decodePunycode(text);
      return true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return false;
    }
  }),
  ofTextLike("cron expressions", ["0 3 * * 1", "*/15 * * * *", "0 0 29 2 *", "5 4 1,15 1-6 MON-FRI"], cron, (text) => {
    const line = text.trim().replaceAll(/\s+/g, " ").slice(0, 100);
    describeCron(line);
    return refusing(() => readTiming({ frequency: "cron", cron: line, time_zone: "Europe/Berlin" }));
  }),
  ofTextLike("time zones", ["Europe/Berlin", "Etc/GMT+9"], words("/ _ - + 9 America Berlin UTC e"), (text) => {
    return findZone(text) !== null;
  }),
  ofTextLike("times", ["2026-11-22T09:00:00.000Z", "2026-11-22T09:00:00+01:00"], words("T Z + - : . 9 0 60"), (text) =>
    isTaken(Moment.safeParse(text)),
  ),
  ofTextLike("days", ["2026-11-22"], words("- 9 0 31 02 T"), (text) =>
    isTaken(GetSummary.safeParse({ website_id: "0190a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b", from: text })),
  ),
  ofTextLike(
    "IP addresses",
    ["93.184.216.34", "2606:4700::1111", "::ffff:10.0.0.1"],
    words(". : :: % / 0x 255 ffff 1e3 010"),
    (text) => {
      parsePrivateHosts(["10.0.0.0/8", "*.example.lan"]).allows(text, text, 80);
      return isPublicAddress(text);
    },
  ),
  ofText("visitors' user agents", agents, 16_000, (text) => !isUnwanted(headersOf("user-agent", text))),
  ofTextLike(
    "languages",
    ["de-AT, de;q=0.9, en;q=0.5", "ar-XB", "*;q=0.1"],
    words(", ; q= 0.9 1e9 de en-GB ar-XB * - = curbcut-language="),
    (text) => {
      const headers = { "accept-language": asHeader(text), cookie: `curbcut-language=${asHeader(text)}` };
      return chooseLanguage(headers, ["en-GB", "de", "ar-XB"]) !== "en-GB";
    },
  ),
  ofText("file names", [...emails, "/", "\u0000", "%", "é", "'", "*"], 5_000, (text) => {
    disposition(`brands/${text}`, text);
    return undefined;
  }),
];
