"use client";

import { LoaderCircle } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { shared } from "@/messages/texts/shared";
import { announce } from "./announcer";
import { buttonStyle, type Variant } from "./button-style";
import { Link } from "./link";

type ButtonProps = Omit<AriaButtonProps, "className" | "children"> & {
  variant?: Variant;
  icon?: ReactNode;
  children: ReactNode;
  block?: boolean;
};

const patience_ms = 800;

/** Announces politely that an action is taking a while, for people who can't see the spinner. */
const usePendingNotice = (isPending: boolean) => {
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => announce(shared.working), patience_ms);
    return () => clearTimeout(timer);
  }, [isPending]);
};

/**
 * A pending button stays focusable but can't be pressed again. React Aria's own pending state isn't used, because it
 * announces assertively.
 */
export const Button = ({
  variant = "secondary",
  icon,
  children,
  block = false,
  isPending = false,
  ...props
}: ButtonProps) => {
  usePendingNotice(isPending);
  const { onPress, ...rest } = props;
  return (
    <AriaButton
      {...rest}
      {...(onPress && !isPending ? { onPress } : {})}
      {...(isPending ? { "aria-disabled": true } : {})}
      className={buttonStyle(variant, block)}
    >
      {isPending ? <LoaderCircle className="size-5 shrink-0 motion-safe:animate-spin" aria-hidden="true" /> : icon}
      {children}
    </AriaButton>
  );
};

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, "className"> & {
  variant?: Variant;
  icon?: ReactNode;
  block?: boolean;
};

export const ButtonLink = ({ variant = "secondary", icon, children, block = false, ...props }: ButtonLinkProps) => (
  <Link {...props} className={buttonStyle(variant, block)}>
    {icon}
    {children}
  </Link>
);

type IconButtonProps = Omit<AriaButtonProps, "className" | "children"> & { "aria-label": string; children: ReactNode };

export const IconButton = ({ children, ...props }: IconButtonProps) => (
  <AriaButton
    {...props}
    className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-md text-soft data-[hovered]:bg-raised data-[hovered]:text-ink"
  >
    {children}
  </AriaButton>
);
