import NextLink from "next/link";
import type { ComponentProps } from "react";

/** A link inside the app. Nothing is prefetched: pages have many links, and a response takes only milliseconds. */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />;
