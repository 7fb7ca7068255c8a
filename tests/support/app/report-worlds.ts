import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { fileStore } from "@/server/adapters/store/embedded";
import { fileUrls } from "@/server/adapters/store/file-urls";
import type { ObjectStore } from "@/server/adapters/store/port";
import { s3Store } from "@/server/adapters/store/s3";
import { startRecordingResend } from "../report/record-emails";
import { startS3 } from "../s3";
import { type SlackMessage, startSlack } from "../slack";
import { type StripeServer, startStripe } from "../stripe";
import { anHourLater, movableClock, passHour } from "./movable-clock";
import { behindProxy } from "./report-caller";
import { type RunningApp, startApp } from "./running-app";

export interface SeenEmail {
  to: string;
  from: string;
  subject: string;
  html: string;
  text: string;
  attachments: { fileName: string; bytes: Buffer }[];
}

/** A running app with all the services that it uses, embedded or external. */
export interface World {
  app: RunningApp;
  apiKey: string;
  /** Returns every email that has left the app. */
  emails(): Promise<SeenEmail[]>;
  chats(): Promise<SlackMessage[]>;
  store: ObjectStore;
  /** Null if no payment provider is configured. */
  stripe: StripeServer | null;
  /** Runs `work` while the clock that decides whether links have expired is an hour and a second ahead. */
  later<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export const sender = "Reports <reports@sender.example>";
const common = { ...behindProxy, MAIL_FROM_ADDRESS: sender };

const filesIn = (folder: string, extension: string): Buffer[] => {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(extension));
    return names.map((name) => readFileSync(join(folder, name)));
  } catch {
    return [];
  }
};

const readEmail = async (file: Buffer): Promise<SeenEmail> => {
  const { to, from, subject = "", html = "", text = "", attachments } = await PostalMime.parse(file);
  return {
    to: to?.[0]?.address ?? "",
    from: from?.name ? `${from.name} <${from.address}>` : (from?.address ?? ""),
    subject,
    html,
    text,
    attachments: attachments.map(({ filename, content }) => ({
      fileName: filename ?? "",
      bytes: Buffer.from(content as ArrayBuffer),
    })),
  };
};

/** Starts an app that uses only its own folder. */
export const embeddedWorld = async (): Promise<World> => {
  const app = await startApp({ env: { ...common, ...movableClock } });
  const outbox = join(app.dataDir, "outbox");
  return {
    app,
    apiKey: readFileSync(join(app.dataDir, "secrets", "api-key"), "utf8").trim(),
    emails: () => Promise.all(filesIn(outbox, ".eml").map(readEmail)),
    chats: async () => filesIn(join(outbox, "chat"), ".json").map((file) => JSON.parse(file.toString())),
    store: fileStore(
      join(app.dataDir, "objects"),
      fileUrls(app.url, () => ""),
    ),
    stripe: null,
    later: async (work) => {
      await passHour(app);
      return work();
    },
    stop: async () => void (await app.stop()),
  };
};

/** Starts an app with test doubles for Resend, Slack, Stripe and S3. */
export const outsideWorld = async (): Promise<World> => {
  const [resend, slack, stripe, s3] = [
    await startRecordingResend(),
    await startSlack(),
    await startStripe(),
    await startS3(),
  ];
  const apiKey = "a-key-of-the-operators-own-choice-0001";
  const app = await startApp({
    mayLog: [/Told to fail/],
    env: {
      ...common,
      // Disables the SDK's warning that it will stop supporting Node 20 in 2027; Curbcut still supports Node 20.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
      API_KEY: apiKey,
      RESEND_API_KEY: "re_double",
      RESEND_BASE_URL: resend.url,
      CHAT_WEBHOOK_URL: slack.url,
      STRIPE_SECRET_KEY: stripe.apiKey,
      STRIPE_BASE_URL: stripe.url,
      STRIPE_AGENCY_COUPON_ID: stripe.objects.addCoupon({ percent_off: 25 }).id,
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      S3_FORCE_PATH_STYLE: "true",
      S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    },
  });
  return {
    app,
    apiKey,
    emails: async () => (await resend.emails()).map((email) => ({ ...email, to: email.to.join(", ") })),
    chats: slack.messages,
    store: s3Store(s3),
    stripe,
    later: anHourLater,
    stop: async () => {
      await app.stop();
      stripe.stop();
      await Promise.all([resend.stop(), slack.stop(), s3.stop()]);
    },
  };
};
