import type { WebsiteJourney as Row } from "@/generated/prisma/client";
import { Journey } from "@/server/scanner/contract";
import { writeJourney } from "@/server/scanner/journeys/write-journey";
import type { WebsiteJourney } from "./contract";

export const toJourney = ({ name, steps }: Pick<Row, "name" | "steps">): Journey => Journey.parse({ name, steps });

export const toJourneyOutput = (row: Row): WebsiteJourney => {
  const journey = toJourney(row);
  const { id, website_id, created_at, updated_at } = row;
  return { id, website_id, ...journey, text: writeJourney(journey), created_at, updated_at };
};
