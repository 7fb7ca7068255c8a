import { FilterLinks } from "@/app/_ui/filter-links";
import { results } from "@/messages/texts/results";

const { rule: texts } = results;

type Props = { href: (found: "state" | undefined) => string; isInState: boolean; isNeeded: boolean };

/** Filters findings by whether they occur only in a state other than the initial one, for example with a menu open. */
export const FoundInFilter = ({ href, isInState, isNeeded }: Props) =>
  isNeeded ? (
    <div className="mt-3">
      <FilterLinks
        label={texts.foundIn}
        current={isInState ? "state" : "all"}
        options={[
          { id: "all", label: texts.foundAnywhere, href: href(undefined) },
          { id: "state", label: texts.foundInState, href: href("state") },
        ]}
      />
    </div>
  ) : null;
