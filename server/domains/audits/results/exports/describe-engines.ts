import { accessLintVersion, engineVersion } from "@/server/scanner/rule-facts";
import type { ExportSource } from "./read-rows";

/** Returns the names and versions of the engines that an audit ran, not including Curbcut itself. */
export const describeEngines = ({ effective_options }: ExportSource["audit"]): string =>
  effective_options.second_engine
    ? `axe-core ${engineVersion}, AccessLint ${accessLintVersion}`
    : `axe-core ${engineVersion}`;
