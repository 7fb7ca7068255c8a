import { formatNumber, formatScore, joinWords } from "./format";

type Changes = { new: number; fixed: number; regressed?: number | undefined };

/** "2 new, 5 fixed and 1 came back", or that nothing changed. */
export const changeSentence = ({ new: added, fixed, regressed = 0 }: Changes): string => {
  const parts = [
    added > 0 ? `${formatNumber(added)} new` : "",
    fixed > 0 ? `${formatNumber(fixed)} fixed` : "",
    regressed > 0 ? `${formatNumber(regressed)} came back` : "",
  ].filter(Boolean);
  return parts.length > 0 ? joinWords(parts) : "nothing changed";
};

export const scoreChange = (score: number, previous?: number): string =>
  previous === undefined || previous === score
    ? `${formatScore(score)} of 100`
    : `${formatScore(score)} of 100, ${score > previous ? "up" : "down"} from ${formatScore(previous)}`;
