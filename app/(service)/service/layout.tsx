import type { ReactNode } from "react";
import { AppFrame } from "@/app/_ui/app-frame";
import { Navigation } from "../_parts/navigation";

const ServiceLayout = ({ children }: { children: ReactNode }) => (
  <AppFrame home="/service" navigation={<Navigation />}>
    {children}
  </AppFrame>
);

export default ServiceLayout;
