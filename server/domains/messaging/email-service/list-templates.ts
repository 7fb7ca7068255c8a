import { z } from "zod";
import { type EmailId, emailGroups, emails } from "@/emails";
import { keysOf } from "@/server/core/tables";
import { callerData, type TemplateList } from "./contract";

type Template = TemplateList["templates"][number];

const templateOf = (group: Template["group"], id: EmailId): Template => {
  const { purpose, sample, bulk, write } = emails[id];
  const schema = z.toJSONSchema(callerData[id], { io: "input" });
  return { id, group, purpose, bulk, subject: write(sample).subject, schema, sample };
};

let templates: Template[] | undefined;

/** Lists the templates that the email endpoints can send. */
export const listTemplates = async (): Promise<TemplateList> => {
  templates ??= keysOf(emailGroups).flatMap((group) => keysOf(emailGroups[group]).map((id) => templateOf(group, id)));
  return { templates };
};
