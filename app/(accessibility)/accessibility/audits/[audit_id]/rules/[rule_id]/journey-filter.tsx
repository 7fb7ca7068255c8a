import { FilterLinks } from "@/app/_ui/filter-links";
import { results } from "@/messages/texts/results";

const { rule: texts } = results;

type Props = {
  href: (journey: string | undefined) => string;
  journey: string | undefined;
  journeys: readonly { name: string }[];
};

/** Filters findings by the journey that leads to their page; hidden if the audit has no journeys. */
export const JourneyFilter = ({ href, journey, journeys }: Props) =>
  journeys.length > 0 ? (
    <div className="mt-3">
      <FilterLinks
        label={texts.journey}
        current={journey ? `journey ${journey}` : "all"}
        options={[
          { id: "all", label: texts.allPages, href: href(undefined) },
          ...journeys.map(({ name }) => ({
            id: `journey ${name}`,
            label: texts.inJourney({ name }),
            href: href(name),
          })),
        ]}
      />
    </div>
  ) : null;
