import { pageOf } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { Removed } from "../websites/contract";
import { addJourney } from "./add-journey";
import {
  AddJourney,
  ChangeJourney,
  JourneyId,
  ListJourneys,
  ReadJourney,
  ReadJourneyResult,
  WebsiteJourney,
} from "./contract";
import { getJourney, listJourneys } from "./list-journeys";
import { readJourney } from "./read-journey";
import { removeJourney } from "./remove-journey";
import { updateJourney } from "./update-journey";

export const websiteJourneysRouter = router({
  list: query({
    rest: "GET /api/journeys/",
    summary: "List the journeys of a website",
    access: "websites.read",
    limit: "read",
    input: ListJourneys,
    output: pageOf(WebsiteJourney),
    errors: ["not_found"],
    run: listJourneys,
  }),
  get: query({
    rest: "GET /api/journeys/{id}/",
    summary: "Get a journey",
    access: "websites.read",
    limit: "read",
    input: JourneyId,
    output: WebsiteJourney,
    errors: ["not_found"],
    run: getJourney,
  }),
  add: mutation({
    rest: "POST /api/journeys/",
    summary: "Create a journey",
    access: "websites.write",
    limit: "write",
    audit: "website_journey.add",
    status: 201,
    input: AddJourney,
    output: WebsiteJourney,
    errors: ["conflict", "not_found"],
    run: addJourney,
  }),
  update: mutation({
    rest: "PATCH /api/journeys/{id}/",
    summary: "Update a journey",
    access: "websites.write",
    limit: "write",
    audit: "website_journey.update",
    input: ChangeJourney,
    output: WebsiteJourney,
    errors: ["conflict", "not_found"],
    run: updateJourney,
  }),
  remove: mutation({
    rest: "DELETE /api/journeys/{id}/",
    summary: "Delete a journey",
    access: "websites.write",
    limit: "write",
    audit: "website_journey.remove",
    input: JourneyId,
    output: Removed,
    errors: ["not_found"],
    run: removeJourney,
  }),
  read: mutation({
    rest: "POST /api/journeys/read/",
    summary: "Read a journey from a text without saving it",
    access: "websites.write",
    limit: "write",
    audit: "website_journey.read",
    input: ReadJourney,
    output: ReadJourneyResult,
    run: readJourney,
  }),
});
