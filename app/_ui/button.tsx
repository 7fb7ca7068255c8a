"use client";

import { LoaderCircle } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { buttonStyle, type Variant } from "./button-style";

type ButtonProps = Omit<AriaButtonProps, "className" | "children"> & {
  variant?: Variant;
  icon?: ReactNode;
  children: ReactNode;
  block?: boolean;
};

/** A pending button stays focusable and says so; it can't be pressed twice. */
export const Button = ({ variant = "secondary", icon, children, block = false, ...props }: ButtonProps) => (
  <AriaButton {...props} className={buttonStyle(variant, block)}>
    {props.isPending ? <LoaderCircle className="size-5 shrink-0 motion-safe:animate-spin" aria-hidden="true" /> : icon}
    {children}
  </AriaButton>
);

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
