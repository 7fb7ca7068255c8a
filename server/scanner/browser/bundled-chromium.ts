import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
} from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar-fs";
import { z } from "zod";
import { log } from "@/server/core/log";
import type { BrowserBinary } from "./browser-binary";
import { canUse, type SystemUser } from "./browser-user";

/**
 * Options for unpacking as root: the files belong to root, but other users can read and run them, regardless of the
 * umask.
 */
const forAll = { chown: false, readable: true, umask: 0o022 };

const archives = ["al2023", "fonts", "swiftshader"];

const findPackage = (): { bin: string; version: string } | null => {
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..", "..");
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
    return { bin: join(root, "bin"), version };
  } catch {
    return null;
  }
};

const fontsConfiguration = (folder: string): string =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir>` +
  `<dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`;

/**
 * Creates the folder if it is missing. Reports whether `user` can access the folder and nobody but this process's user
 * can write to it.
 */
const isShared = (folder: string, user: SystemUser): boolean => {
  try {
    if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755);
    const { uid, mode } = lstatSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0 && canUse(folder, user);
  } catch {
    return false;
  }
};

/**
 * Returns a cache folder that `user` can access. Users other than the one that runs this process usually can't access
 * DATA_DIR and can never access a folder below /root. The temporary folder isn't suitable because each worker has its
 * own.
 */
const sharedFolder = (cacheFolder: string, user: SystemUser): string =>
  [cacheFolder, "/var/cache/curbcut", "/tmp/curbcut"].find((folder) => isShared(folder, user)) ?? cacheFolder;

const unpack = async (bin: string, folder: string): Promise<void> => {
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  const binary = join(draft, "chromium");
  await Promise.all([
    pipeline(createReadStream(join(bin, "chromium.br")), createBrotliDecompress(), createWriteStream(binary)),
    ...archives.map((name) =>
      pipeline(createReadStream(join(bin, `${name}.tar.br`)), createBrotliDecompress(), extract(draft, forAll)),
    ),
  ]);
  await writeFile(join(draft, "fonts.conf"), fontsConfiguration(folder));
  await Promise.all([...[draft, binary].map((path) => chmod(path, 0o755)), chmod(join(draft, "fonts.conf"), 0o644)]);
  await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    return rm(draft, { recursive: true, force: true });
  });
};

/**
 * Returns the Chromium from @sparticuz/chromium. It also runs on a minimal Linux system, because it is built for AWS
 * Lambda and includes the libraries and fonts that it needs. Unpacks Chromium into our cache the first time it is
 * needed. Because a rename is the last step, several scanners can start at the same time. Returns null if the package
 * isn't installed or doesn't support this machine.
 */
export const bundledChromium = async (cacheFolder: string, user: SystemUser | null): Promise<BrowserBinary | null> => {
  const found = findPackage();
  if (!found || process.platform !== "linux" || process.arch !== "x64") return null;
  const folder = join(user ? sharedFolder(cacheFolder, user) : cacheFolder, `chromium-${found.version}`);
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
