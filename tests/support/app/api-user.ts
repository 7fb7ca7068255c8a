import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { patienceMs } from "@/scripts/test/patience";
import { anyAddress } from "./report-caller";
import type { RunningApp } from "./running-app";

export interface StoredEmail {
  to: string;
  subject: string;
  text: string;
  attachments: { fileName: string; bytes: Uint8Array }[];
}

/** Returns every email in the app's outbox folder. */
export const readEmails = async ({ dataDir }: Pick<RunningApp, "dataDir">): Promise<StoredEmail[]> => {
  const folder = join(dataDir, "outbox");
  // The folder is created with the first email.
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".eml")) : [];
  return Promise.all(
    names.map(async (name) => {
      const email = await PostalMime.parse(readFileSync(join(folder, name)));
      return {
        to: email.to?.[0]?.address ?? "",
        subject: email.subject ?? "",
        text: email.text ?? "",
        attachments: email.attachments.map(({ filename, content }) => ({
          fileName: filename ?? "",
          bytes: new Uint8Array(content as ArrayBuffer),
        })),
      };
    }),
  );
};

// biome-ignore lint/suspicious/noExplicitAny: tests check the values that they read.
type Data = any;

export interface ApiUser {
  email: string;
  password: string;
  access_token: string;
  /** Signs in again, for tests that run longer than a session token is valid. */
  signIn(): Promise<void>;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; data: Data; error: Data }>;
}

const until = async <T>(what: string, read: () => Promise<T | undefined>, withinMs = patienceMs): Promise<T> => {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const found = await read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not arrive within ${withinMs} ms`);
};

/**
 * Registers, verifies the email address with the code from the email in the outbox, and signs in, as a new user would.
 */
export const registerUser = async (app: RunningApp, email: string): Promise<ApiUser> => {
  const password = "correct horse battery staple";
  const address = anyAddress();
  let access_token = "";
  const call: ApiUser["call"] = async (method, path, body) => {
    const reply = await fetch(app.url + path, {
      method,
      headers: {
        "x-forwarded-for": address,
        ...(access_token ? { authorization: `Bearer ${access_token}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, error } = (await reply.json()) as { data: Data; error: Data };
    return { status: reply.status, data, error };
  };
  const registered = await call("POST", "/api/user/", { email, password, name: "Ada" });
  if (registered.status !== 201) throw new Error(JSON.stringify(registered));
  const otp = await until("the verification email", async () => {
    const message = (await readEmails(app).catch(() => [])).find(({ to }) => to === email);
    return message && /\b(\d{6})\b/.exec(message.text)?.[1];
  });
  await call("POST", "/api/user/verify-email-otp/", { email, otp });
  const signIn = async (): Promise<void> => {
    access_token = (await call("POST", "/api/auth/login", { email, password })).data.access_token;
  };
  await signIn();
  return {
    email,
    password,
    get access_token() {
      return access_token;
    },
    call,
    signIn,
  };
};
