import { z } from "zod";
import { emailIds, emails } from "@/emails";
import { catalogue } from "./catalogue";
import type { TemplateList } from "./contract";

const describe = (id: (typeof emailIds)[number]): TemplateList["templates"][number] => {
  const { data, sample, bulk, write } = emails[id];
  const [group, purpose] = catalogue[id];
  const schema = z.toJSONSchema(data, { io: "input" });
  return { id, group, purpose, bulk, subject: write(sample).subject, schema, sample };
};

let templates: TemplateList["templates"] | undefined;

/** Every template of the e-mail endpoints. */
export const listTemplates = async (): Promise<TemplateList> => {
  templates ??= emailIds.map(describe);
  return { templates };
};
