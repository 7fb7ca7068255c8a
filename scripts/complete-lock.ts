/** npm run lock: after a dependency has changed, adds missing entries for the optional packages of other platforms. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findMissingEntries, LockFile, type MissingEntry } from "./checks/lock-file";
import { root } from "./support/root";

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm64", "x64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "arm"];

/** Reads the platform of a package from its name, such as `@scope/tool-linux-x64-musl`. */
const entryOf = ({ name, version, dev }: MissingEntry) => {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (os.length === 0 && cpu.length === 0)
    throw new Error(`The name ${name} doesn't include a platform. Check it manually.`);
  return {
    version,
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(dev ? { dev } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
};

const file = join(root, "package-lock.json");
const lock = LockFile.parse(JSON.parse(readFileSync(file, "utf8")));
const missing = findMissingEntries(lock);
const added = missing.map((entry) => [`node_modules/${entry.name}`, entryOf(entry)] as const);
const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) });
const sorted = Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, "en")));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(missing.length === 0 ? "No entries are missing." : `Added ${missing.length} entries.`);
