import { Link } from "react-email";
import { safeAddress } from "./safe-address";
import { light } from "./theme";

type SafeLinkProps = { url: string; label?: string; className?: "ink" | "soft" };

/** A link whose text is the URL itself unless a label is given. An unsafe URL is shown only as text. */
export const SafeLink = ({ url, label, className = "ink" }: SafeLinkProps) => {
  const href = safeAddress(url);
  if (!href) return label ? `${label} (${url})` : url;
  const isOwnText = label === undefined || href.startsWith("mailto:");
  return (
    <Link
      href={href}
      className={className}
      data-text={isOwnText ? "address" : "link"}
      style={{ color: light[className], textDecorationLine: "underline", wordBreak: "break-word" }}
    >
      {label ?? url}
    </Link>
  );
};

export const mailtoUrl = (email: string): string => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

export const EmailLink = ({ email }: { email: string }) => <SafeLink url={mailtoUrl(email)} label={email} />;
