import { isUrl } from "@/server/core/is-url";
import { routeToUrl } from "../hash-route";
import { mentionsSignOut } from "../page/rules/signs-out";
import type { WordTable } from "../page/rules/words";
import { countWords, mentions, type PlainText, toPlainText } from "../page/walls/clues";

/** What a link, a button or a request may do on a website. */
export type ActionKind = "delete" | "pay" | "send" | "sign_out";

type ChangeKind = Exclude<ActionKind, "sign_out">;

/** Names of links that delete, pay for or send something. */
const linkWords: Readonly<Record<ChangeKind, WordTable>> = {
  delete: {
    en: "delete, remove, destroy, deactivate, unsubscribe, revoke",
    de: "löschen, entfernen, deaktivieren, abbestellen, kündigen",
    fr: "supprimer, effacer, désactiver, se désabonner, résilier",
    es: "eliminar, borrar, desactivar",
    it: "elimina, cancella, disattiva",
    nl: "verwijderen, verwijder, opzeggen",
    pt: "excluir, apagar, remover, desativar",
  },
  pay: {
    en: "pay, pay now, buy now",
    de: "bezahlen, jetzt kaufen",
    fr: "payer",
    es: "pagar",
    it: "paga",
    nl: "betalen",
    pt: "pagar",
  },
  send: {
    en: "send, resend",
    de: "senden",
    fr: "envoyer",
    es: "enviar",
    it: "invia",
    nl: "versturen",
    pt: "enviar",
  },
};

/** Further names of buttons that delete, pay for or send something. As names of links, these are harmless. */
const buttonWords: Readonly<Record<ChangeKind, WordTable>> = {
  delete: {
    en: "erase, terminate, cancel subscription, cancel order, close account, empty cart, empty basket",
    de: "stornieren, konto schließen, abo beenden",
    fr: "fermer le compte, annuler la commande",
    es: "cerrar cuenta, cancelar pedido, darse de baja",
    it: "chiudi account, annulla ordine",
    nl: "account sluiten, bestelling annuleren, wissen",
    pt: "encerrar conta, cancelar pedido",
    sv: "radera, ta bort",
    da: "slet, fjern",
    pl: "usuń, skasuj",
    cs: "smazat, odstranit",
    tr: "sil, kaldır",
    ru: "удалить",
    ja: "削除",
    zh: "删除",
    ko: "삭제",
  },
  pay: {
    en: "place order, place your order, place my order, submit order, order now, complete order, complete purchase, confirm order, confirm purchase, confirm payment, submit payment, make payment, purchase, buy, donate, book now, confirm booking",
    de: "bestellen, bestellung abschicken, bestellung absenden, bestellung abschließen, kaufen, zahlen, zahlung bestätigen, spenden, jetzt buchen, überweisen",
    fr: "commander, passer la commande, confirmer la commande, valider la commande, acheter, confirmer le paiement, faire un don",
    es: "comprar, realizar pedido, confirmar pedido, finalizar compra, confirmar pago, donar",
    it: "acquista, ordina, conferma ordine, completa acquisto, conferma pagamento, dona",
    nl: "bestellen, bestelling plaatsen, kopen, afrekenen en betalen, doneren",
    pt: "comprar, finalizar compra, finalizar pedido, confirmar pedido, doar",
    sv: "betala, köp, slutför köp, beställ",
    da: "betal, køb, bestil",
    pl: "zapłać, kup, kupuję, zamawiam",
    cs: "zaplatit, koupit, objednat",
    tr: "öde, satın al, siparişi tamamla",
    ru: "оплатить, купить, заказать",
    ja: "支払う, 購入, 注文を確定",
    zh: "支付, 购买, 提交订单",
    ko: "결제, 구매",
  },
  send: {
    en: "submit message, submit enquiry, submit request, submit review, post comment, publish, share, invite",
    de: "absenden, abschicken, verschicken, veröffentlichen, einladen, kommentar abgeben",
    fr: "publier, soumettre, inviter",
    es: "publicar, invitar",
    it: "pubblica, invita",
    nl: "verzenden, verstuur, publiceren, uitnodigen",
    pt: "publicar, convidar",
    sv: "skicka, publicera",
    da: "send, udgiv",
    pl: "wyślij, opublikuj",
    cs: "odeslat, zveřejnit",
    tr: "gönder, yayınla",
    ru: "отправить, опубликовать",
    ja: "送信, 投稿",
    zh: "发送, 发布",
    ko: "보내기, 게시",
  },
};

const changeKinds = ["delete", "pay", "send"] as const;

const addressWords: Readonly<Record<ChangeKind, ReadonlySet<string>>> = {
  delete: new Set(
    (
      "delete remove trash destroy deactivate unsubscribe revoke loeschen entfernen supprimer effacer eliminar " +
      "borrar elimina verwijderen excluir apagar"
    ).split(" "),
  ),
  pay: new Set(["pay"]),
  send: new Set(["send", "resend"]),
};

/** Last segments of URLs to which forms and scripts post an order, a payment or a message. */
const postWords: Readonly<Record<ChangeKind, ReadonlySet<string>>> = {
  delete: new Set(["erase", "terminate"]),
  pay: new Set(
    "charge charges order orders purchase purchases buy donate donation donations place-order placeorder".split(" "),
  ),
  send: new Set("message messages contact email enquiry enquiries invite invitations comments reviews".split(" ")),
};

/** Parameters that say what a URL does. */
const verbs = ["action", "do", "op", "cmd", "mode", "task"];

const changeOf = (text: string): ChangeKind | undefined => {
  const word = text.toLowerCase().split(/[-_]/, 1)[0] ?? "";
  return changeKinds.find((kind) => addressWords[kind].has(word));
};

/** Reports whether a path segment is an id or asks for confirmation. */
const isIdOrConfirmation = (segment: string): boolean =>
  /\d/.test(segment) || /^(?:confirm|confirmation|yes|ok)$/i.test(segment);

const segmentsOf = ({ pathname }: URL): string[] => pathname.split("/").filter((segment) => segment !== "");

/** Returns the last segment that neither is an id nor asks for confirmation. */
const lastPlace = (segments: readonly string[]): string =>
  segments.findLast((segment) => !isIdOrConfirmation(segment)) ?? "";

const findChange = (url: URL): ChangeKind | undefined => {
  const segments = segmentsOf(url);
  const texts = [segments.at(-1) ?? "", lastPlace(segments), ...verbs.map((name) => url.searchParams.get(name) ?? "")];
  for (const text of [...texts, ...url.searchParams.keys()]) {
    const kind = changeOf(text);
    if (kind) return kind;
  }
  return undefined;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const MOST_WORDS = 5;

const isShort = (text: PlainText): boolean => countWords(text) <= MOST_WORDS;

export const isSignOutText = (text: string): boolean => isShort(toPlainText(text)) && mentionsSignOut(text);

/** Maximum length of a URL to read, because reading the words of a longer one would take too long. */
const MAX_ADDRESS = 8_000;

/**
 * Returns the action that the words in a URL suggest: signing out, or deleting, paying for or sending something. Very
 * long URLs are treated as if they sent something.
 */
export const findActionInAddress = (address: string): ActionKind | undefined => {
  if (address.length > MAX_ADDRESS) return "send";
  const route = routeToUrl(address);
  for (const url of route ? [new URL(address), route] : [new URL(address)]) {
    const found = mentionsSignOut(decode(url.pathname + url.search)) ? "sign_out" : findChange(url);
    if (found) return found;
  }
  return undefined;
};

/** Reports whether the words in a URL suggest that it signs people out, or deletes, pays for or sends something. */
export const isActionAddress = (address: string): boolean => findActionInAddress(address) !== undefined;

/** Returns what following a link does, according to the link's text. */
export const findActionInLink = (text: string): ActionKind | undefined => {
  if (isSignOutText(text)) return "sign_out";
  const plain = toPlainText(text);
  if (!isShort(plain)) return undefined;
  const beginning = plain.split(" ").slice(0, 3).join(" ").concat(" ");
  return changeKinds.find((kind) => mentions(beginning, linkWords[kind]));
};

/** Reports whether a link's text suggests that the link signs people out, or deletes, pays for or sends something. */
export const isActionText = (text: string): boolean => findActionInLink(text) !== undefined;

const MOST_BUTTON_WORDS = 10;

/**
 * Returns what a button does according to its name. The words count anywhere in the name, whereas in a link's text they
 * count only at the beginning.
 */
export const findActionInButton = (text: string): ActionKind | undefined => {
  const plain = toPlainText(text);
  if (countWords(plain) > MOST_BUTTON_WORDS) return undefined;
  if (mentionsSignOut(plain)) return "sign_out";
  return changeKinds.find((kind) => mentions(plain, linkWords[kind]) || mentions(plain, buttonWords[kind]));
};

interface SentRequest {
  url: string;
  method: string;
  /** The beginning of the request's body. */
  body: string;
}

/** The field in which some frameworks name the actual method, because they send every change with POST. */
const namedMethod = /(?:^|&)_method=delete(?:&|$)/i;

/** Returns what a request does according to its method and the words in its URL. */
export const findActionInRequest = ({ url, method, body }: SentRequest): ActionKind | undefined => {
  if (url.length <= MAX_ADDRESS && !isUrl(url)) return undefined;
  if (method === "DELETE" || namedMethod.test(body)) return "delete";
  const found = findActionInAddress(url);
  if (found !== undefined || method === "GET" || method === "HEAD") return found;
  const place = lastPlace(segmentsOf(new URL(url))).toLowerCase();
  return changeKinds.find((kind) => postWords[kind].has(place));
};
