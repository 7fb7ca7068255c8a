import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar-fs";
import { log } from "@/server/core/log";
import type { BrowserBinary } from "./browser-binary";

const archives = ["al2023", "fonts", "swiftshader"];

const findPackage = (): { bin: string; version: string } | null => {
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..", "..");
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { bin: join(root, "bin"), version };
  } catch {
    return null;
  }
};

const fontsConfiguration = (folder: string): string =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir>` +
  `<dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`;

const unpack = async (bin: string, folder: string): Promise<void> => {
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  const binary = join(draft, "chromium");
  await Promise.all([
    pipeline(createReadStream(join(bin, "chromium.br")), createBrotliDecompress(), createWriteStream(binary)),
    ...archives.map((name) =>
      pipeline(createReadStream(join(bin, `${name}.tar.br`)), createBrotliDecompress(), extract(draft)),
    ),
  ]);
  await chmod(binary, 0o755);
  await writeFile(join(draft, "fonts.conf"), fontsConfiguration(folder));
  await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    return rm(draft, { recursive: true, force: true });
  });
};

/**
 * The Chromium of @sparticuz/chromium, made for AWS Lambda, with the libraries and fonts that come with it, so that it
 * runs on a bare Linux. Unpacked into our own cache once, by rename, so that two scanners may start together. Null where
 * the package is not installed or not made for this machine.
 */
export const bundledChromium = async (cacheFolder: string): Promise<BrowserBinary | null> => {
  const found = findPackage();
  if (!found || process.platform !== "linux" || process.arch !== "x64") return null;
  const folder = join(cacheFolder, `chromium-${found.version}`);
  if (!existsSync(folder)) {
    log.info({ folder }, "unpacking the bundled Chromium");
    await unpack(found.bin, folder);
  }
  return {
    executablePath: join(folder, "chromium"),
    source: "@sparticuz/chromium",
    environment: { LD_LIBRARY_PATH: join(folder, "lib"), FONTCONFIG_PATH: folder, HOME: folder },
  };
};
