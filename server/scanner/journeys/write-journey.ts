import { stringify } from "yaml";
import type { Journey } from "../journey-contract";

/** Returns a journey in YAML, for people to edit. */
export const writeJourney = ({ name, steps }: Journey): string =>
  stringify({ name, steps }, { lineWidth: 0, aliasDuplicateObjects: false });
