import { FilterLinks } from "@/app/_ui/filter-links";
import { results } from "@/messages/texts/results";
import { views as viewNames } from "@/messages/texts/views";
import type { FindingFilters } from "./finding-filters";

const { rule: texts } = results;

type View = NonNullable<FindingFilters["view"]>;
type Props = { href: (view: View | undefined) => string; view: View | undefined; views: readonly View[] };

/** Filters findings by the view of the page in which they occur; hidden if only one view was tested. */
export const ViewFilter = ({ href, view, views }: Props) =>
  views.length > 1 || view ? (
    <div className="mt-3">
      <FilterLinks
        label={texts.view}
        current={view ?? "all"}
        options={[
          { id: "all", label: texts.allViews, href: href(undefined) },
          ...views.map((each) => ({ id: each, label: texts.inView({ view: viewNames[each] }), href: href(each) })),
        ]}
      />
    </div>
  ) : null;
