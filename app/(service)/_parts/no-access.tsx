import { EmptyState } from "@/app/_ui/states";
import { service } from "@/messages/texts/service";

/** Shown instead of content that the user has no permission to see. */
export const NoAccess = () => (
  <EmptyState title={service.noAccess}>
    <p>{service.noAccessText}</p>
  </EmptyState>
);
