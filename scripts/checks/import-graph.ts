import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import {
  type CallExpression,
  type EcmaScriptModule,
  type ExportNamedDeclaration,
  type ImportExpression,
  type Node,
  parseSync,
  type TSExternalModuleReference,
  type TSImportType,
  Visitor,
} from "oxc-parser";
import { ResolverFactory } from "oxc-resolver";
import { listFiles } from "@/scripts/support/list-files";

/** An import in a file, in dependency-cruiser's format. `resolved` is relative to the folder of the graph. */
export interface Dependency {
  module: string;
  resolved: string;
  moduleSystem: "es6";
  dynamic: boolean;
  exoticallyRequired: boolean;
  dependencyTypes: string[];
  coreModule: boolean;
  couldNotResolve: boolean;
  followable: boolean;
  matchesDoNotFollow: boolean;
}

export interface Module {
  source: string;
  dependencies: Dependency[];
}

export interface ImportGraph {
  /** Every file that was read, and every package, built-in module and generated file that one of them imports. */
  modules: Module[];
  /** `path: error` for every file that couldn't be parsed. */
  unreadable: string[];
}

interface Imports {
  /** The modules, as they are named in the file, and whether only types are imported from them. */
  requests: Map<string, boolean>;
  errors: readonly string[];
}

const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const NOT_FOLLOWED = /(?:^|\/)node_modules\/|^generated\//;
const EXCLUDED = /^\.(?:next|data|bench)\//;

/** Matches if a file may contain an import that isn't in the parser's list of imports and exports. */
const MAY_IMPORT_INLINE = /\b(?:import|require)\b\s*(?:\/\*|\()|\bexport\s*\{\s*\}/;

const add = (requests: Map<string, boolean>, request: string, isTypeOnly: boolean): void => {
  requests.set(request, isTypeOnly && requests.get(request) !== false);
};

const addStatements = (requests: Map<string, boolean>, { staticImports, staticExports }: EcmaScriptModule): void => {
  for (const { moduleRequest, entries } of staticImports)
    add(requests, moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  for (const { entries } of staticExports)
    for (const { moduleRequest } of entries)
      if (moduleRequest)
        add(
          requests,
          moduleRequest.value,
          entries.every(({ isType }) => isType),
        );
};

const textOf = (node: Node): string | null => {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  return node.type === "TemplateLiteral" && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? null)
    : null;
};

/** Returns a visitor that adds `import("…")`, `require("…")`, `import a = require("…")` and `export {} from "…"`. */
const inlineImports = (requests: Map<string, boolean>): Visitor => {
  const addNode = (node: Node | null | undefined, isTypeOnly = false): void => {
    const text = node && textOf(node);
    if (text) add(requests, text, isTypeOnly);
  };
  const addDynamic = ({ source }: ImportExpression): void => addNode(source);
  const addType = ({ source }: TSImportType): void => addNode(source, true);
  const addEquals = ({ expression }: TSExternalModuleReference): void => addNode(expression);
  const addEmpty = ({ source, specifiers }: ExportNamedDeclaration): void => {
    if (specifiers.length === 0) addNode(source);
  };
  const addRequire = ({ callee, arguments: [first] }: CallExpression): void => {
    if (callee.type === "Identifier" && callee.name === "require") addNode(first);
  };
  return new Visitor({
    ImportExpression: addDynamic,
    TSImportType: addType,
    TSExternalModuleReference: addEquals,
    ExportNamedDeclaration: addEmpty,
    CallExpression: addRequire,
  });
};

/** Returns everything that a file imports, including types. */
export const readImports = (path: string, text: string): Imports => {
  const requests = new Map<string, boolean>();
  const result = parseSync(path, text);
  addStatements(requests, result.module);
  if (MAY_IMPORT_INLINE.test(text)) inlineImports(requests).visit(result.program);
  return { requests, errors: result.errors.map(({ message }) => message) };
};

/** Returns a built-in module's name as used in the rules. Some modules, such as `node:test`, require the prefix. */
const withoutPrefix = (module: string): string => {
  const name = module.replace(/^node:/, "");
  return isBuiltin(name) ? name : module;
};

const createResolver = (folder: string): ResolverFactory =>
  new ResolverFactory({
    // With the paths in tsconfig.json, every package name would first be looked up in the root folder, where the folder
    // `inngest` hides the package with the same name.
    alias: { "@": [folder] },
    extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".jsx", ".d.ts", ".json"],
    conditionNames: ["import", "require", "node", "default", "types"],
    mainFields: ["module", "main", "types"],
    modules: ["node_modules", "node_modules/@types"],
    builtinModules: true,
  });

const resolveImport = (resolver: ResolverFactory, folder: string, from: string) => {
  const base = join(folder, dirname(from));
  return ([module, isTypeOnly]: [string, boolean]): Dependency => {
    const { path, builtin } = resolver.sync(base, module);
    const resolved = path ? relative(folder, path.replace(/\?.*$/, "")) : withoutPrefix(module);
    const isOurs = path !== undefined && !NOT_FOLLOWED.test(resolved);
    return {
      ...{ module, resolved, moduleSystem: "es6", dynamic: false, exoticallyRequired: false },
      dependencyTypes: [isTypeOnly ? "type-only" : "import"],
      coreModule: builtin !== undefined,
      couldNotResolve: !path && !builtin,
      followable: isOurs && CODE.test(resolved),
      matchesDoNotFollow: path !== undefined && !isOurs,
    };
  };
};

/**
 * Returns the imports of all code in these files and folders of `folder`, and of all files that they import, directly
 * or indirectly.
 */
export const readImportGraph = (folder: string, sources: readonly string[]): ImportGraph => {
  const resolver = createResolver(folder);
  const unreadable: string[] = [];
  const modules = new Map<string, Module>();
  const files = new Set(sources.flatMap((source) => listFiles(folder, source)).filter((path) => CODE.test(path)));
  for (const source of files) {
    const { requests, errors } = readImports(source, readFileSync(join(folder, source), "utf8"));
    unreadable.push(...errors.map((error) => `${source}: ${error}`));
    const dependencies = [...requests]
      .map(resolveImport(resolver, folder, source))
      .filter(({ resolved }) => !EXCLUDED.test(resolved));
    modules.set(source, { source, dependencies });
    for (const { followable, resolved } of dependencies) if (followable) files.add(resolved);
  }
  for (const { dependencies } of [...modules.values()])
    for (const { resolved } of dependencies)
      if (!modules.has(resolved)) modules.set(resolved, { source: resolved, dependencies: [] });
  return { modules: [...modules.values()], unreadable };
};
