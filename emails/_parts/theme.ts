import type { CSSProperties } from "react";
import { currentLanguage, directionOf } from "@/messages/runtime/language";

/** The colours in app/_ui/tokens.css, with one accent colour for both apps. */
export const light = {
  canvas: "#f6f7f9",
  surface: "#ffffff",
  raised: "#eef0f3",
  ink: "#14181f",
  soft: "#414a56",
  line: "#dde1e7",
  accent: "#3730a3",
  onAccent: "#ffffff",
  critical: "#8c0f1f",
  serious: "#7a2e00",
  moderate: "#5c4600",
  minor: "#1f4668",
  passed: "#0d4f32",
} as const;

export const dark: Record<keyof typeof light, string> = {
  canvas: "#0f1216",
  surface: "#171b21",
  raised: "#20262e",
  ink: "#eef1f5",
  soft: "#b9c1cc",
  line: "#2b323c",
  accent: "#b9b5ff",
  onAccent: "#14121f",
  critical: "#ffb0b6",
  serious: "#ffbd8f",
  moderate: "#f0d070",
  minor: "#a9cff2",
  passed: "#92dcb6",
};

export const fonts = {
  text: "Inter, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  code: "'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
};

export const textStyle: CSSProperties = {
  margin: "0 0 16px",
  color: light.ink,
  fontFamily: fonts.text,
  fontSize: "16px",
  lineHeight: "26px",
  wordBreak: "break-word",
};

export const smallStyle: CSSProperties = {
  ...textStyle,
  margin: "0 0 12px",
  color: light.soft,
  fontSize: "14px",
  lineHeight: "22px",
};

/**
 * The logo, a kerb that slopes down to the street. It is drawn with layered gradients, because many email clients don't
 * support SVG.
 */
const kerb = (stroke: string): string => {
  const bar = `linear-gradient(${stroke},${stroke})`;
  const ramp = `linear-gradient(51deg,transparent 6.2px,${stroke} 6.8px,${stroke} 9.8px,transparent 10.4px)`;
  return `${bar},${ramp},${bar}`;
};

export const markStyle: CSSProperties = {
  width: "32px",
  height: "32px",
  borderRadius: "8px",
  backgroundColor: light.accent,
  backgroundImage: kerb(light.onAccent),
  backgroundPosition: "6px 9px, 11px 9px, 19px 19px",
  backgroundSize: "7px 4px, 10px 14px, 7px 4px",
  backgroundRepeat: "no-repeat",
  fontSize: "1px",
  lineHeight: "1px",
};

const darkRules = (scope: string): string => {
  const text = (name: string, color: string) => `${scope}.${name}{color:${color}!important}`;
  const fill = (name: string, color: string) => `${scope}.${name}{background-color:${color}!important}`;
  const inks = ["ink", "soft", "accent", "critical", "serious", "moderate", "minor"] as const;
  const fills = ["canvas", "surface", "raised"] as const;
  return [
    ...inks.map((name) => text(name, dark[name])),
    `${scope}.canvas>table>tbody>tr>td{background-color:${dark.canvas}!important}`,
    ...fills.map((name) => fill(name, dark[name])),
    `${scope}.line{border-color:${dark.line}!important}`,
    `${scope}.button{background-color:${dark.accent}!important;color:${dark.onAccent}!important}`,
    `${scope}.mark{background-color:${dark.accent}!important;background-image:${kerb(dark.onAccent)}!important}`,
  ].join("");
};

const isRightToLeft = (): boolean => directionOf(currentLanguage()) === "rtl";

/** Returns the side on which lines start, because not all email clients support the value "start". */
export const startSide = (): "left" | "right" => (isRightToLeft() ? "right" : "left");

const endSide = (): "left" | "right" => (isRightToLeft() ? "left" : "right");

const pad = (side: "left" | "right", size: string): CSSProperties =>
  side === "left" ? { paddingLeft: size } : { paddingRight: size };

export const padStart = (size: string): CSSProperties => pad(startSide(), size);

export const padEnd = (size: string): CSSProperties => pad(endSide(), size);

/** On a phone, a fact's value wraps below its label. */
const narrowRules = (): string =>
  [
    ".card{padding:28px 20px!important}",
    ".edge{padding:20px 12px!important}",
    `.label,.value{display:block!important;width:auto!important;padding-${endSide()}:0!important}`,
    ".label{padding-bottom:0!important}",
    ".value{padding-top:2px!important;border-top:0!important}",
    ".long-code{font-size:22px!important}",
  ].join("");

/** Outlook.com marks its own dark mode with data-ogsc instead of matching the media query. */
export const styleSheet = (): string =>
  [
    ":root{color-scheme:light dark;supported-color-schemes:light dark}",
    `@media (max-width:480px){${narrowRules()}}`,
    `@media (prefers-color-scheme:dark){${darkRules("")}}`,
    darkRules("[data-ogsc] "),
  ].join("");
