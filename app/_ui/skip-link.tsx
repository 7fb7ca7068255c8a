import { shared } from "@/messages/texts/shared";

export const SkipLink = () => (
  <a
    href="#content"
    className="fixed start-4 top-4 z-50 -translate-y-24 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
  >
    {shared.skip}
  </a>
);
