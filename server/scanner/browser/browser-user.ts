import { readFileSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { env } from "@/server/core/env";
import { BrowserRefusedError } from "./browser-refused";

/** A system user that the browser's processes run as. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/** The usual unprivileged user on Linux, which can run processes even if /etc/passwd doesn't list it. */
const NOBODY: SystemUser = { name: "nobody", uid: 65_534, gid: 65_534 };

const readUsers = (): string[] => {
  try {
    return readFileSync("/etc/passwd", "utf8").split("\n");
  } catch {
    return [];
  }
};

const parseUser = (name: string): SystemUser | null => {
  const ids = /^(\d+):(\d+)$/.exec(name);
  if (ids) return { name, uid: Number(ids[1]), gid: Number(ids[2]) };
  const [, , uid, gid] = (readUsers().find((line) => line.startsWith(`${name}:`)) ?? "").split(":");
  if (uid && gid) return { name, uid: Number(uid), gid: Number(gid) };
  return name === NOBODY.name ? NOBODY : null;
};

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Returns SCANNER_USER if this process runs as root; null if the browser runs as the same user as this process. Throws
 * BrowserRefusedError for a user that doesn't exist.
 */
export const findBrowserUser = (): SystemUser | null => {
  if (!isRoot()) return null;
  const user = parseUser(env.SCANNER_USER);
  if (!user)
    throw new BrowserRefusedError(
      `SCANNER_USER is ${env.SCANNER_USER}, but /etc/passwd has no such user. Use another name, or uid:gid.`,
    );
  return user.uid === 0 ? null : user;
};

/** `bits` are file mode bits: 4 to read, 1 to execute a file or enter a folder. */
const allows = ({ uid, gid, mode }: Stats, user: SystemUser, bits: number): boolean => {
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
};

const foldersAbove = (path: string): string[] => {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
};

/**
 * Reports whether a user can access a program or folder, according to its permissions and those of all parent folders.
 */
export const canUse = (path: string, user: SystemUser | null): boolean => {
  if (!user) return true;
  try {
    return (
      allows(statSync(path), user, 0o5) &&
      foldersAbove(resolve(path)).every((folder) => allows(statSync(folder), user, 0o1))
    );
  } catch {
    return false;
  }
};

/** Reports whether the browser's user can access a path; false if the user doesn't exist. */
export const isOpenToBrowser = (path: string): boolean => {
  try {
    return canUse(path, findBrowserUser());
  } catch {
    return false;
  }
};
