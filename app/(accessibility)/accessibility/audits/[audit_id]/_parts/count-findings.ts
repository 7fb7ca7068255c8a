import type { Outputs } from "@/app/_client/trpc";
import { formatNumber } from "@/messages/runtime/formats";
import { results } from "@/messages/texts/results";

type Page = Outputs["results"]["pages"]["items"][number];

export const countFindings = ({ counts, error_code }: Page): string =>
  error_code
    ? results.pages.notScanned
    : formatNumber(counts.critical + counts.serious + counts.moderate + counts.minor);
