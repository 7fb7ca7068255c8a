import type { PageError } from "../../page-result";
import { botWall } from "./bot-wall";
import { type PageEvidence, readClues } from "./clues";
import { consentWall } from "./consent-wall";
import { emptyPage } from "./empty-page";
import { loginPage } from "./login-page";
import { maintenancePage } from "./maintenance-page";
import { mayBeMissing, missingPage } from "./missing-page";
import { otherLocale } from "./other-locale";
import { parkedDomain } from "./parked-domain";
import { countSpare, type WallKind } from "./wall-kind";
import { placeBlock, placeChoice } from "./wrong-place";

const kinds: readonly WallKind[] = [
  botWall,
  placeBlock,
  loginPage,
  maintenancePage,
  parkedDomain,
  consentWall,
  placeChoice,
  otherLocale,
  missingPage,
  emptyPage,
];

/** Kinds of wall that servers may also send with an error status. */
const kindsOfErrors: readonly WallKind[] = [placeBlock, botWall, loginPage, maintenancePage, parkedDomain];

/** Returns the error for the kind of wall that a page most resembles, or null for an ordinary page. */
export const recogniseWall = (evidence: PageEvidence): PageError | null => {
  const page = readClues(evidence);
  const [best] = (page.status >= 400 ? kindsOfErrors : kinds)
    .map((kind) => ({ kind, spare: countSpare(kind, page) }))
    .sort((a, b) => b.spare - a.spare);
  if (!best || best.spare < 0) return null;
  const { kind } = best;
  return { code: kind.code, message: kind.message(page) };
};

export const isPossiblyMissing = (evidence: PageEvidence): boolean => mayBeMissing(readClues(evidence));

export const wallCodes: ReadonlySet<string> = new Set(kinds.map(({ code }) => code));

export const isWallCode = (code: string): boolean => wallCodes.has(code);

/** Kinds of wall that count even on another host. Any other kind of wall there has nothing to do with the website. */
const offsite: readonly WallKind[] = [botWall, consentWall, loginPage];

export const isOffsiteWall = ({ code }: PageError): boolean => offsite.some((kind) => kind.code === code);
