import { isAbsolute } from "node:path";
import { expect, test } from "@playwright/test";
import { parseEnv } from "@/server/core/env";

test("nothing set gives the documented defaults", () => {
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

test("the public addresses follow the ports and lose a slash at the end", () => {
  expect(parseEnv({ PORT: "9000" }).BASE_URL).toBe("http://localhost:9000");
  expect(parseEnv({ BASE_URL: "https://audit.example.org/" }).BASE_URL).toBe("https://audit.example.org");
});

test("an empty variable counts as unset; lists are split and trimmed", () => {
  const env = parseEnv({ DATABASE_URL: "", PORT: " ", SCAN_PRIVATE_HOSTS: "intranet.local, 10.0.0.0/8 ," });
  expect(env.DATABASE_URL).toBeUndefined();
  expect(env.PORT).toBe(8000);
  expect(env.SCAN_PRIVATE_HOSTS).toEqual(["intranet.local", "10.0.0.0/8"]);
});

test("one error names every wrong variable", () => {
  const wrong = () => parseEnv({ PORT: "many", LOG_LEVEL: "loud", S3_ENDPOINT: "minio" });
  expect(wrong).toThrow(/PORT[\s\S]*LOG_LEVEL|LOG_LEVEL[\s\S]*PORT/);
  expect(wrong).toThrow(/S3_ENDPOINT/);
  expect(wrong).toThrow(/docs\/configuration\.md/);
});
