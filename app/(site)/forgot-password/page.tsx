import type { Metadata } from "next";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { account } from "@/messages/texts/account";
import { OutboxHint } from "../verify-email/outbox-hint";
import { ForgotForm } from "./forgot-form";

export const generateMetadata = (): Metadata => ({ title: `${account.forgot.title} · Curbcut` });

const ForgotPasswordPage = () => (
  <NarrowPage title={account.forgot.title} lead={account.forgot.lead}>
    <ForgotForm />
    <OutboxHint />
  </NarrowPage>
);

export default ForgotPasswordPage;
