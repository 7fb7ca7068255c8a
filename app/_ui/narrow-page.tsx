import type { ReactNode } from "react";
import { ClientProvider } from "@/app/_client/provider";
import { PageHeading } from "./page-heading";

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** A page with one form in one column, such as the sign-up or sign-in page. */
export const NarrowPage = ({ title, lead, children }: Props) => (
  <div className="mx-auto w-full max-w-md">
    <PageHeading lead={lead}>{title}</PageHeading>
    <ClientProvider>{children}</ClientProvider>
  </div>
);
