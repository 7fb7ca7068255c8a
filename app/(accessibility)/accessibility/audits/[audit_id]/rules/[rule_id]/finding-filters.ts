import type { Inputs } from "@/app/_client/trpc";
import { views as viewNames } from "@/messages/texts/views";

type View = NonNullable<Inputs["results"]["issues"]["view"]>;

/** Maximum length of a journey's name. */
const LONGEST_NAME = 80;

/** Filters for a rule's findings. The filters are kept in the URL. */
export type FindingFilters = {
  page_id?: string;
  /** If set, findings that occur in the initial state of their page are left out. */
  found_in?: "state";
  view?: View;
  journey?: string;
};

const isView = (text: string | undefined): text is View => text !== undefined && Object.hasOwn(viewNames, text);

/** Returns the filters in the URL. Leaves out filters with invalid values. */
export const readFilters = ({ page, found, view, journey }: Record<string, string | undefined>): FindingFilters => ({
  ...(page ? { page_id: page } : {}),
  ...(found === "state" ? { found_in: found } : {}),
  ...(isView(view) ? { view } : {}),
  ...(journey && journey.length <= LONGEST_NAME ? { journey } : {}),
});

/** Returns the filters as a query. */
export const writeFilters = ({
  page_id,
  found_in,
  view,
  journey,
}: Partial<Record<keyof FindingFilters, string | undefined>>) => ({
  page: page_id,
  found: found_in,
  view,
  journey,
});
