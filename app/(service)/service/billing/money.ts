import { formatNumber } from "@/messages/runtime/formats";

/** Formats an amount of money. `amount` is in the smallest unit of the currency, such as cents. */
export const formatMoney = (amount: number, currency: string): string => {
  const style = { style: "currency", currency } as const;
  const digits = new Intl.NumberFormat(undefined, style).resolvedOptions().maximumFractionDigits ?? 2;
  return formatNumber(amount / 10 ** digits, style);
};
