import "@/tests/support/environment";
import { expect, test } from "@playwright/test";
import { symbols } from "pino";
import { log } from "@/server/core/log";

interface Output {
  write(line: string): unknown;
}

/** Returns what the log writes while `use` runs. */
const capture = (use: () => void): string => {
  const output = (log as unknown as Record<symbol, Output>)[symbols.streamSym] as Output;
  const { level } = log;
  const { write } = output;
  let text = "";
  log.level = "info";
  output.write = (line) => {
    text += line;
  };
  try {
    use();
  } finally {
    output.write = write;
    log.level = level;
  }
  return text;
};

test("a line break in a value or message doesn't start a new log line", () => {
  const forged = 'x\n{"level":"info","log":"security","event":"sign_in"}\r\n\u0000\u001b[2J"}';
  const text = capture(() => log.info({ email: forged, [forged]: { err: new Error(forged) } }, forged));
  expect(text.match(/\n/g)).toHaveLength(1);
  expect(text.endsWith("\n")).toBe(true);
  expect([...text.slice(0, -1)].filter((character) => character < " ")).toEqual([]);
  expect(JSON.parse(text)).toMatchObject({ level: "info", email: forged, msg: forged });
});

test("format specifiers in a value or message are logged as they are", () => {
  const text = "%s %d %j %o %O %% %n";
  expect(JSON.parse(capture(() => log.info({ name: text, other: 1 }, text)))).toMatchObject({ name: text, msg: text });
  expect(JSON.parse(capture(() => log.info(text)))).toMatchObject({ msg: text });
});

test("redacts secrets at the top three levels", () => {
  const secrets = { password: "one", access_token: "two", authorization: "three", cookie: "four", otp: "five" };
  const text = capture(() => log.info({ ...secrets, body: { ...secrets, user: secrets } }, "call"));
  for (const secret of Object.values(secrets)) expect(text).not.toContain(`"${secret}"`);
  expect(JSON.parse(text).body.user.password).toBe("[redacted]");
});
