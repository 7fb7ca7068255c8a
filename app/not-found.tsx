import type { Metadata } from "next";
import { site } from "@/messages/texts/site";
import { ButtonLink } from "./_ui/button";
import { PageHeading } from "./_ui/page-heading";
import { SiteFooter, SiteHeader } from "./_ui/site-frame";
import { SkipLink } from "./_ui/skip-link";

export const generateMetadata = (): Metadata => ({ title: `${site.notFound.title} · Curbcut` });

const NotFound = () => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <SiteHeader />
    <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[75rem] grow px-4 py-12 outline-none sm:px-6">
      <PageHeading lead={site.notFound.text}>{site.notFound.title}</PageHeading>
      <ButtonLink href="/" variant="primary">
        {site.notFound.home}
      </ButtonLink>
    </main>
    <SiteFooter />
  </div>
);

export default NotFound;
