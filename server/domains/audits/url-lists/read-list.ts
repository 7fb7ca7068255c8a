import { z } from "zod";
import { invalidInput } from "@/server/core/problem";
import { UrlGroup } from "@/server/scanner/contract";
import { readUrlList, type UrlList, UrlListError } from "@/server/scanner/url-list/read-url-list";
import type { CheckUrlList } from "./contract";

const Groups = z.array(UrlGroup);

export const readGroups = (groups: unknown): UrlGroup[] => Groups.parse(groups);

export const countGroups = (groups: readonly UrlGroup[]) =>
  groups.map(({ name, urls }) => ({ name, urls: urls.length }));

/** Reads a list that was sent for a website. Throws `invalid_input` if the list as a whole can't be used. */
export const readContent = ({ content, format }: Pick<CheckUrlList, "content" | "format">, url: string): UrlList => {
  try {
    return readUrlList(content, url, format);
  } catch (error) {
    if (error instanceof UrlListError) throw invalidInput([{ path: "content", message: error.message }]);
    throw error;
  }
};
