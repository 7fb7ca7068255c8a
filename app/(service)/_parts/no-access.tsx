import { EmptyState } from "@/app/_ui/states";
import { service } from "@/messages/texts/service";

/** Shown instead of content that the user's role doesn't include. */
export const NoAccess = () => (
  <EmptyState title={service.noAccess}>
    <p>{service.noAccessText}</p>
  </EmptyState>
);
