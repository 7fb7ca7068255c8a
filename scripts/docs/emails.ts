import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { emailGroups } from "@/emails";
import { root } from "../support/root";
import { table } from "./markdown";

type Groups = typeof emailGroups;

const idsOf = (group: string): string[] =>
  readdirSync(join(root, "emails", group))
    .map((file) => file.replace(/\.tsx$/, ""))
    .sort();

const groupNames = (): string[] =>
  readdirSync(join(root, "emails"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map(({ name }) => name)
    .sort();

/** Returns the name of a template's export: `orgInvite` for `org-invite`. */
const exportOf = (id: string): string => id.replace(/-(\w)/g, (_, email: string) => email.toUpperCase());

const entryOf = (id: string): string => (id === exportOf(id) ? `    ${id},` : `    "${id}": ${exportOf(id)},`);

/** Returns the source of emails/registry.ts, which lists all templates in the folder. */
export const renderRegistry = (): string => {
  const groups = groupNames();
  const imports = groups.flatMap((group) =>
    idsOf(group).map((id) => `import { ${exportOf(id)} } from "./${group}/${id}";`),
  );
  const tables = groups.map((group) => `  ${group}: {\n${idsOf(group).map(entryOf).join("\n")}\n  },`);
  return `// Generated from the files in this folder by: npx tsx scripts/docs.ts --write
${imports.join("\n")}

/** Every template by group and id. Each one is defined in \`emails/<group>/<id>.tsx\`. */
export const emailGroups = {
${tables.join("\n")}
} as const;

export const emails = {
${groups.map((group) => `  ...emailGroups.${group},`).join("\n")}
};

export type EmailId = keyof typeof emails;`;
};

const keysOf = (shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>>): string =>
  Object.entries(shape)
    .map(([key, field]) => (field.safeParse(undefined).success ? `${key}?` : key))
    .join(", ");

export const renderTemplates = (groups: Groups): string =>
  Object.entries(groups)
    .map(([group, templates]) =>
      [
        `### ${group}`,
        "",
        table(
          ["Template", "Purpose", "Data (`?`: optional)"],
          Object.entries(templates).map(([id, { purpose, data }]) => [`\`${id}\``, purpose, keysOf(data.shape)]),
        ),
      ].join("\n"),
    )
    .join("\n\n");
