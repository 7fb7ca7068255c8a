import { z } from "zod";
import { Journey } from "@/server/scanner/contract";

/** Renders the JSON Schema of journeys, for editors and other programs. */
export const renderJourneySchema = (): string => {
  const { $schema, ...schema } = z.toJSONSchema(Journey, { io: "input" });
  return JSON.stringify({ $schema, title: "A Curbcut journey (docs/journeys.md)", ...schema }, null, 2);
};
