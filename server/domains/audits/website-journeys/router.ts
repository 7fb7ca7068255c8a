import { pageOf } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { Removed } from "../websites/contract";
import {
  AddJourney,
  ChangeJourney,
  JourneyId,
  JourneyTrial,
  ListJourneys,
  ReadJourney,
  ReadJourneyResult,
  TryJourney,
  TrySavedJourney,
  WebsiteJourney,
} from "./contract";
import { getJourney, listJourneys } from "./list-journeys";
import { addJourney, readJourney } from "./read-and-add-journey";
import { prepareSavedTrial, prepareTrial, tryJourney } from "./try-journey";
import { removeJourney, updateJourney } from "./update-and-remove-journey";

/** Size in bytes of the longest recording, if every character in it is escaped in JSON. */
const maxBytes = 700_000;

export const websiteJourneysRouter = router({
  list: query({
    rest: "GET /api/journeys/",
    summary: "List a website's journeys",
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
    summary: "Read a journey from text without saving it",
    access: "websites.write",
    limit: "write",
    audit: "website_journey.read",
    maxBytes,
    input: ReadJourney,
    output: ReadJourneyResult,
    run: readJourney,
  }),
  attempt: mutation({
    rest: "POST /api/journeys/try/",
    summary: "Perform the steps of a journey once without saving it",
    access: "websites.write",
    limit: "trials",
    audit: "website_journey.try",
    transaction: false,
    input: TryJourney,
    output: JourneyTrial,
    errors: ["not_found", "conflict", "unavailable", "upstream_failed"],
    prepare: prepareTrial,
    run: tryJourney,
  }),
  attemptSaved: mutation({
    rest: "POST /api/journeys/{id}/try/",
    summary: "Perform the steps of a saved journey once",
    access: "websites.write",
    limit: "trials",
    audit: "website_journey.try",
    transaction: false,
    input: TrySavedJourney,
    output: JourneyTrial,
    errors: ["not_found", "conflict", "unavailable", "upstream_failed"],
    prepare: prepareSavedTrial,
    run: tryJourney,
  }),
});
