import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "@/server/router";

type Settings = NonNullable<inferRouterInputs<AppRouter>["websites"]["change"]["settings"]>;

const furtherViews = ["narrow", "zoom_200", "phone", "dark", "forced_colours", "motion"] as const;

const linesOf = (text = ""): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Converts the form's values to the API's format. Empty fields fall back to the default. */
export const readSettings = (values: Record<string, string>): Settings => {
  const { max_pages = "", max_documents = "", sitemap_url = "", language = "" } = values;
  return {
    standard: values["standard"] as Settings["standard"] & string,
    device: values["device"] as Settings["device"] & string,
    depth: values["depth"] as Settings["depth"] & string,
    include: linesOf(values["include"]),
    exclude: linesOf(values["exclude"]),
    exclude_elements: linesOf(values["exclude_elements"]),
    include_rules: linesOf(values["include_rules"]),
    exclude_rules: linesOf(values["exclude_rules"]),
    sample: values["sample"] === "yes",
    list_only: values["list_only"] === "yes",
    respect_robots: values["respect_robots"] === "yes",
    views: furtherViews.filter((view) => values[`view_${view}`] === "yes"),
    states: values["states"] === "yes",
    second_engine: values["second_engine"] === "yes",
    lighthouse: values["lighthouse"] === "yes",
    allow_code_sharing: values["allow_code_sharing"] === "yes",
    max_pages: max_pages.trim() === "" ? null : Number(max_pages),
    max_documents: max_documents.trim() === "" ? null : Number(max_documents),
    sitemap_url: sitemap_url.trim() || null,
    language: language.trim() || null,
  };
};
