import NextLink from "next/link";
import type { ComponentProps } from "react";

/** Moves inside the app. Nothing is loaded ahead: pages have many links, and an answer takes milliseconds. */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />;
