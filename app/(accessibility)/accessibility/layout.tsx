import type { ReactNode } from "react";
import { preloadQuery } from "@/app/_client/preload-query";
import { AppFrame } from "@/app/_ui/app-frame";
import { Navigation } from "../_parts/navigation";

const AccessibilityLayout = async ({ children }: { children: ReactNode }) => {
  await preloadQuery("users", "me", {});
  return (
    <AppFrame home="/accessibility" navigation={<Navigation />}>
      {children}
    </AppFrame>
  );
};

export default AccessibilityLayout;
