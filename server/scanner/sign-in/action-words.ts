import { mentionsSignOut } from "../page/rules/signs-out";
import type { WordTable } from "../page/rules/words";
import { countWords, mentions, type PlainText, toPlainText } from "../page/walls/clues";

/** Names of links that delete, pay for or send something. */
const changes: WordTable = {
  en: "delete, remove, destroy, deactivate, unsubscribe, revoke, pay, pay now, buy now, send, resend",
  de: "löschen, entfernen, deaktivieren, abbestellen, kündigen, bezahlen, jetzt kaufen, senden",
  fr: "supprimer, effacer, désactiver, se désabonner, résilier, payer, envoyer",
  es: "eliminar, borrar, desactivar, pagar, enviar",
  it: "elimina, cancella, disattiva, paga, invia",
  nl: "verwijderen, verwijder, opzeggen, betalen, versturen",
  pt: "excluir, apagar, remover, desativar, pagar, enviar",
};

const changeWords = new Set(
  (
    "delete remove trash destroy deactivate unsubscribe revoke pay send resend loeschen entfernen supprimer effacer eliminar " +
    "borrar elimina verwijderen excluir apagar"
  ).split(" "),
);

/** Parameters that say what a URL does. */
const verbs = ["action", "do", "op", "cmd", "mode", "task"];

const startsWithChange = (text: string): boolean => changeWords.has(text.toLowerCase().split(/[-_]/, 1)[0] ?? "");

/** Reports whether a segment of a path names a thing, or asks for confirmation, rather than a place. */
const isIdOrConfirmation = (segment: string): boolean =>
  /\d/.test(segment) || /^(?:confirm|confirmation|yes|ok)$/i.test(segment);

const changesSomething = ({ pathname, searchParams }: URL): boolean => {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const last = segments.findLastIndex((segment) => !isIdOrConfirmation(segment));
  return (
    startsWithChange(segments.at(-1) ?? "") ||
    startsWithChange(segments[last] ?? "") ||
    verbs.some((name) => startsWithChange(searchParams.get(name) ?? "")) ||
    [...searchParams.keys()].some(startsWithChange)
  );
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

/** Reports whether a URL signs people out, or deletes, pays for or sends something, according to its words. */
export const isActionAddress = (address: string): boolean => {
  const url = new URL(address);
  return mentionsSignOut(decode(url.pathname + url.search)) || changesSomething(url);
};

/** Reports whether a link signs people out, or deletes, pays for or sends something, according to its text. */
export const isActionText = (text: string): boolean => {
  if (isSignOutText(text)) return true;
  const plain = toPlainText(text);
  return isShort(plain) && mentions(plain.split(" ").slice(0, 3).join(" ").concat(" "), changes);
};
