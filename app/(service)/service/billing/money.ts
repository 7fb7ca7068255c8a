/** An amount in the smallest unit of its currency, as people write it; whole amounts without their zeros. */
export const formatMoney = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
};
