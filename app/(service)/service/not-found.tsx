import { ButtonLink } from "@/app/_ui/button";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { service } from "@/messages/texts/service";
import { site } from "@/messages/texts/site";

const NotFound = () => (
  <>
    <DocumentTitle parts={[site.notFound.title]} />
    <PageHeading lead={site.notFound.text}>{site.notFound.title}</PageHeading>
    <ButtonLink href="/service" variant="primary">
      {service.overview}
    </ButtonLink>
  </>
);

export default NotFound;
