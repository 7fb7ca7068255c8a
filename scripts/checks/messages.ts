import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { sourceLanguage } from "@/messages/runtime/language";
import { readMessages } from "@/messages/runtime/read-messages";
import type { Messages } from "@/messages/runtime/texts-of";
import { listNamespaces, readArguments, readNamespace } from "@/scripts/docs/messages";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";
import { fromLines, type Step } from "./step";

const argumentsOf = (message: string): string => {
  try {
    return [...readArguments(message).keys()].sort().join(", ");
  } catch (error) {
    return `invalid: ${error instanceof Error ? error.message : error}`;
  }
};

/**
 * Returns the messages that are missing from a translation, that only the translation has, or whose arguments differ
 * from the source.
 */
export const compareCatalogues = (
  where: string,
  source: ReadonlyMap<string, string>,
  translated: ReadonlyMap<string, string>,
): string[] => [
  ...[...source].flatMap(([path, message]) => {
    const other = translated.get(path);
    if (other === undefined) return `${where}: ${path} is missing`;
    const [wanted, found] = [argumentsOf(message), argumentsOf(other)];
    return wanted === found ? [] : `${where}: ${path} has the arguments (${found}) instead of (${wanted})`;
  }),
  ...[...translated.keys()].filter((path) => !source.has(path)).map((path) => `${where}: ${path} has no source text`),
];

const listTranslations = (): string[] =>
  readdirSync(join(root, "messages")).filter(
    (name) => /^[a-z]{2,3}(?:-[A-Za-z]+)*$/.test(name) && name !== sourceLanguage,
  );

const textsModule = /^@\/messages\/texts\/([a-z-]+)$/;

type Names = Map<string, readonly string[]>;

/**
 * Returns the path of an expression such as `account.page.title`, or null if the expression doesn't start with a
 * namespace.
 */
const pathOf = (node: ts.Node, names: Names): readonly string[] | null => {
  if (ts.isIdentifier(node)) return names.get(node.text) ?? null;
  if (!ts.isPropertyAccessExpression(node)) return null;
  const before = pathOf(node.expression, names);
  return before && [...before, node.name.text];
};

const nodeAt = (tree: Messages | undefined, path: readonly string[]): Messages | undefined =>
  path.reduce<Messages | undefined>(
    (node, key) => (typeof node === "object" && key in node ? (node as Record<string, Messages>)[key] : undefined),
    tree,
  );

const importsOf = (file: ts.SourceFile): Names => {
  const names: Names = new Map();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const [, namespace] = textsModule.exec(statement.moduleSpecifier.text) ?? [];
    const bindings = statement.importClause?.namedBindings;
    if (namespace && bindings && ts.isNamedImports(bindings))
      for (const { name } of bindings.elements) names.set(name.text, [namespace]);
  }
  return names;
};

/**
 * Adds the names that a declaration gives to parts of a namespace, such as `const { page: texts } = account` or `const
 * b = account.page`.
 */
const addNames = ({ name, initializer }: ts.VariableDeclaration, names: Names): void => {
  const path = initializer && pathOf(initializer, names);
  if (!path) return;
  if (ts.isIdentifier(name)) names.set(name.text, path);
  else
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element) || !ts.isIdentifier(element.name)) continue;
      const key = element.propertyName && ts.isIdentifier(element.propertyName) ? element.propertyName : element.name;
      names.set(element.name.text, [...path, key.text]);
    }
};

/**
 * Finds messages that a module reads while it is being loaded, because they would stay in the language that was current
 * at that moment.
 */
export const findEarlyReads = (file: string, source: string, catalogue: Messages): string[] => {
  if (!source.includes("@/messages/texts/")) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const names = importsOf(tree);
  if (names.size === 0) return [];
  const found: string[] = [];
  const report = (node: ts.Node, path: readonly string[]): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push(`${file}:${line} reads ${path.join(".")} when the module is loaded`);
  };
  const visit = (node: ts.Node): void => {
    if (
      (ts.isFunctionLike(node) && !ts.isCallExpression(node.parent)) ||
      ts.isImportDeclaration(node) ||
      ts.isTypeNode(node)
    )
      return;
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
      visit(node.initializer);
      return;
    }
    const path = pathOf(node, names);
    if (path) report(node, path);
    else ts.forEachChild(node, visit);
  };
  const visitDeclaration = (declaration: ts.VariableDeclaration): void => {
    const path = declaration.initializer && pathOf(declaration.initializer, names);
    if (!path) {
      ts.forEachChild(declaration, visit);
      return;
    }
    const before = new Set(names.keys());
    addNames(declaration, names);
    for (const [name, to] of names)
      if (!before.has(name) && typeof nodeAt(catalogue, to) !== "object") report(declaration, to);
  };
  for (const statement of tree.statements) {
    if (ts.isVariableStatement(statement)) statement.declarationList.declarations.forEach(visitDeclaration);
    else visit(statement);
  }
  return found;
};

const run = () => {
  const namespaces = listNamespaces();
  const catalogue = Object.fromEntries(namespaces.map((name) => [name, readNamespace(sourceLanguage, name)]));
  const files = ["app", "emails", "server"]
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => /\.tsx?$/.test(file));
  const lines = [
    ...listTranslations().flatMap((language) =>
      namespaces.flatMap((name) =>
        compareCatalogues(
          `messages/${language}/${name}.json`,
          readMessages(readNamespace(sourceLanguage, name)),
          readMessages(readNamespace(language, name)),
        ),
      ),
    ),
    ...files.flatMap((file) => findEarlyReads(file, readFileSync(join(root, file), "utf8"), catalogue)),
  ];
  return Promise.resolve(fromLines(lines, `${namespaces.length} namespaces`));
};

/** Checks that all languages have the same messages, and that messages are read only while rendering. */
export const messages: Step = { name: "messages", run };
