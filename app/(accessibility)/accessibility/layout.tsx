import type { ReactNode } from "react";
import { AppFrame } from "@/app/_ui/app-frame";
import { Navigation } from "../_parts/navigation";

const AccessibilityLayout = ({ children }: { children: ReactNode }) => (
  <AppFrame home="/accessibility" navigation={<Navigation />}>
    {children}
  </AppFrame>
);

export default AccessibilityLayout;
