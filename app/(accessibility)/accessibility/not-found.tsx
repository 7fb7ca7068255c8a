import { ButtonLink } from "@/app/_ui/button";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { site } from "@/messages/texts/site";

const NotFound = () => (
  <>
    <DocumentTitle parts={[site.notFound.title]} />
    <PageHeading lead={site.notFound.text}>{site.notFound.title}</PageHeading>
    <ButtonLink href="/accessibility" variant="primary">
      {site.notFound.websites}
    </ButtonLink>
  </>
);

export default NotFound;
