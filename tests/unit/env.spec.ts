import { isAbsolute } from "node:path";
import { expect, test } from "@playwright/test";
import { parseEnv } from "@/server/core/env";

test("returns the documented defaults when nothing is set", () => {
  const env = parseEnv({});
  expect(env).toMatchObject({
    PORT: 8000,
    REPORT_PORT: 8001,
    HOST: "0.0.0.0",
    BASE_URL: "http://localhost:8000",
    REPORT_BASE_URL: "http://localhost:8001",
    TRUSTED_PROXY_HOPS: 0,
    MAIL_FROM_ADDRESS: "Curbcut <curbcut@localhost>",
    SCAN_PRIVATE_HOSTS: [],
  });
  expect(isAbsolute(env.DATA_DIR)).toBe(true);
  expect(env.DATABASE_URL).toBeUndefined();
});

test("the default URLs of external services use https", () => {
  const urls = Object.entries(parseEnv({})).filter(([, value]) => typeof value === "string" && value.includes("://"));
  const insecure = urls.filter(([, value]) => !String(value).startsWith("https://")).map(([name]) => name);
  expect(urls.length).toBeGreaterThan(6);
  expect(insecure).toEqual(["BASE_URL", "REPORT_BASE_URL", "SCANNER_CALLBACK_URL"]);
});

test("public URLs default to localhost with the configured ports, and lose their trailing slashes", () => {
  expect(parseEnv({ PORT: "9000" }).BASE_URL).toBe("http://localhost:9000");
  expect(parseEnv({ BASE_URL: "https://audit.example.org/" }).BASE_URL).toBe("https://audit.example.org");
});

test("treats an empty variable as unset; splits and trims lists", () => {
  const env = parseEnv({ DATABASE_URL: "", PORT: " ", SCAN_PRIVATE_HOSTS: "intranet.local, 10.0.0.0/8 ," });
  expect(env.DATABASE_URL).toBeUndefined();
  expect(env.PORT).toBe(8000);
  expect(env.SCAN_PRIVATE_HOSTS).toEqual(["intranet.local", "10.0.0.0/8"]);
});

test("one error names every invalid variable", () => {
  const wrong = () => parseEnv({ PORT: "many", LOG_LEVEL: "loud", S3_ENDPOINT: "minio" });
  expect(wrong).toThrow(/PORT[\s\S]*LOG_LEVEL|LOG_LEVEL[\s\S]*PORT/);
  expect(wrong).toThrow(/S3_ENDPOINT/);
  expect(wrong).toThrow(/docs\/configuration\.md/);
});

test("names a variable whose URL is of the wrong kind, and gives an example of the right kind", () => {
  for (const [name, value] of Object.entries({
    BASE_URL: "localhost:8000",
    REPORT_BASE_URL: "ftp://reports.example.org",
    DATABASE_URL: "mysql://host/curbcut",
    REDIS_URL: "http://host:6379",
    SMTP_URL: "mail.example.org:587",
    SCANNER_URL: "scanner",
  }))
    expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`${name}: Must be a URL, such as \\w+://`));
});

test("accepts URLs of every kind", () => {
  const given = {
    BASE_URL: "https://audit.example.org",
    DATABASE_URL: "postgres://user:p%40ss@db.internal:5432/curbcut?sslmode=require",
    REDIS_URL: "rediss://default:secret@cache.internal:6380/1",
    SMTP_URL: "smtps://user:secret@mail.example.org:465",
    S3_ENDPOINT: "http://minio:9000",
    SCANNER_URL: "http://10.0.0.5:9300",
    CHAT_WEBHOOK_URL: "https://hooks.example.org/services/T0/B0/x",
  };
  expect(parseEnv(given)).toMatchObject(given);
});

test("the embedded scanner sends callbacks to the loopback address, and a remote one to the app's public or configured URL", () => {
  expect(parseEnv({ PORT: "9000" }).SCANNER_CALLBACK_URL).toBe("http://127.0.0.1:9000");
  const outside = { SCANNER_URL: "https://scanner.example.org", BASE_URL: "https://audit.example.org" };
  expect(parseEnv(outside).SCANNER_CALLBACK_URL).toBe("https://audit.example.org");
  const told = { ...outside, SCANNER_CALLBACK_URL: "http://10.0.0.7:8000/" };
  expect(parseEnv(told).SCANNER_CALLBACK_URL).toBe("http://10.0.0.7:8000");
});

test("rejects ports and proxy counts that are out of range", () => {
  for (const [name, value] of [
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["TRUSTED_PROXY_HOPS", "11"],
    ["TRUSTED_PROXY_HOPS", "1.5"],
  ] as const)
    expect(() => parseEnv({ [name]: value }), `${name}=${value}`).toThrow(name);
});

test("an API key must have at least 16 characters, and two keys are allowed so that one can be replaced [L12]", () => {
  const [one, other] = ["a".repeat(32), "b".repeat(40)];
  expect(parseEnv({}).API_KEY).toEqual([]);
  expect(parseEnv({ API_KEY: one }).API_KEY).toEqual([one]);
  expect(parseEnv({ API_KEY: `${one}, ${other}` }).API_KEY).toEqual([one, other]);
  for (const API_KEY of ["a".repeat(15), `${one},short`, `${one},${other},${one}`])
    expect(() => parseEnv({ API_KEY })).toThrow(/API_KEY: Must be one key of at least 16 characters/);
});
