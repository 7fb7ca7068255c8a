import { service } from "@/app/_texts/service";
import { EmptyState } from "@/app/_ui/states";

/** In the place of what somebody's role leaves out. */
export const NoAccess = () => (
  <EmptyState title={service.noAccess}>
    <p>{service.noAccessText}</p>
  </EmptyState>
);
