import type { Outputs } from "@/app/_client/trpc";
import { results } from "@/app/_texts/results";

type Page = Outputs["results"]["pages"]["items"][number];

export const pageProblems = ({ counts, error_code }: Page): string =>
  error_code
    ? results.pages.notScanned
    : (counts.critical + counts.serious + counts.moderate + counts.minor).toLocaleString("en-GB");
