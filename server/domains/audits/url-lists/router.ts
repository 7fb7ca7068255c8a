import { mutation, query, router } from "@/server/endpoint/endpoint";
import { Removed } from "../websites/contract";
import { checkUrlList } from "./check-url-list";
import { CheckUrlList, SaveUrlList, UrlListCheck, UrlListOf, WebsiteUrlList } from "./contract";
import { getUrlList } from "./get-url-list";
import { removeUrlList, saveUrlList } from "./save-and-remove-url-list";

/** Size in bytes of the largest list, if every character in it is escaped in JSON. */
const maxBytes = 12_000_000;

export const urlListsRouter = router({
  get: query({
    rest: "GET /api/websites/{id}/url-list/",
    summary: "Get a website's URL list",
    access: "websites.read",
    limit: "read",
    input: UrlListOf,
    output: WebsiteUrlList,
    errors: ["not_found"],
    run: getUrlList,
  }),
  check: mutation({
    rest: "POST /api/websites/{id}/url-list/check/",
    summary: "Check a URL list without saving it",
    access: "websites.write",
    limit: "write",
    audit: "website_url_list.check",
    maxBytes,
    input: CheckUrlList,
    output: UrlListCheck,
    errors: ["not_found"],
    run: checkUrlList,
  }),
  save: mutation({
    rest: "POST /api/websites/{id}/url-list/",
    summary: "Set a website's URL list",
    access: "websites.write",
    limit: "write",
    audit: "website_url_list.save",
    maxBytes,
    input: SaveUrlList,
    output: WebsiteUrlList,
    errors: ["not_found"],
    run: saveUrlList,
  }),
  remove: mutation({
    rest: "DELETE /api/websites/{id}/url-list/",
    summary: "Delete a website's URL list",
    access: "websites.write",
    limit: "write",
    audit: "website_url_list.remove",
    input: UrlListOf,
    output: Removed,
    errors: ["not_found"],
    run: removeUrlList,
  }),
});
