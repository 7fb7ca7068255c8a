import { spawn } from "node:child_process";
import { chownSync, closeSync } from "node:fs";
import { argv, env, exit, kill, pid, stderr } from "node:process";

/**
 * Starts the browser as the user in CURBCUT_BROWSER_USER (`uid:gid`), without root's groups, and exits with the
 * browser's exit code or signal. The profile, which Playwright has just created as root, becomes the browser's home and
 * temporary folder.
 */
const { CURBCUT_NODE: _node, CURBCUT_BROWSER: browser = "", CURBCUT_BROWSER_USER: user = "", ...given } = env;
const [uid, gid] = user.split(":").map(Number);
const profileSwitch = "--user-data-dir=";
const profile = argv.find((argument) => argument.startsWith(profileSwitch))?.slice(profileSwitch.length) ?? "";
/** Playwright's pipes to and from the browser. */
const pipes = [3, 4];

/** Variables that describe root's session, for example by naming folders that other users can't access. */
const isRoots = (name) => /^(?:XDG_|DBUS_|USER$|LOGNAME$)/.test(name);
const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !isRoots(name)));

const fail = (error) => {
  stderr.write(`The browser could not be started as ${user}: ${error.message}\n`);
  exit(126);
};

try {
  chownSync(profile, uid, gid);
  const child = spawn(browser, argv.slice(2), {
    uid,
    gid,
    cwd: profile,
    stdio: ["inherit", "inherit", "inherit", ...pipes],
    env: { ...kept, HOME: profile, TMPDIR: profile },
  });
  // Don't close the pipes earlier: Playwright would stop waiting and miss the reason why the browser didn't start.
  child.once("spawn", () => {
    for (const pipe of pipes) closeSync(pipe);
  });
  child.once("error", fail);
  child.once("exit", (code, signal) => (signal ? kill(pid, signal) : exit(code ?? 0)));
} catch (error) {
  fail(error);
}
