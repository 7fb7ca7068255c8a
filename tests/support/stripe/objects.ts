import { randomBytes, randomInt } from "node:crypto";
import { type Field, type Given, type Rules, readParameters, StripeProblem, wrongParameter } from "./form";

export interface StripeCoupon {
  id: string;
  object: "coupon";
  amount_off: number | null;
  created: number;
  currency: string | null;
  duration: string;
  duration_in_months: number | null;
  livemode: false;
  max_redemptions: number | null;
  metadata: Record<string, string>;
  name: string | null;
  percent_off: number | null;
  redeem_by: number | null;
  times_redeemed: number;
  valid: boolean;
}

export interface StripePromotionCode {
  id: string;
  object: "promotion_code";
  active: boolean;
  code: string;
  created: number;
  customer: string | null;
  customer_account: null;
  expires_at: number | null;
  livemode: false;
  max_redemptions: number | null;
  metadata: Record<string, string>;
  promotion: { coupon: string; type: "coupon" };
  restrictions: { first_time_transaction: boolean; minimum_amount: null; minimum_amount_currency: null };
  times_redeemed: number;
}

const couponRules: Rules = {
  id: "text",
  name: "text",
  percent_off: "number",
  amount_off: "integer",
  currency: "text",
  duration: ["forever", "once", "repeating"],
  duration_in_months: "integer",
  max_redemptions: "integer",
  redeem_by: "integer",
  metadata: "metadata",
};

const promotionCodeRules: Rules = {
  promotion: { type: ["coupon"], coupon: "text" },
  active: ["true", "false"],
  code: "text",
  customer: "text",
  expires_at: "integer",
  max_redemptions: "integer",
  metadata: "metadata",
  restrictions: { first_time_transaction: ["true", "false"] },
};

const now = (): number => Math.floor(Date.now() / 1_000);
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const newCode = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("");
const codeForm = /^[A-Za-z0-9-]{1,500}$/;

export const newStripeId = (prefix: string): string => `${prefix}_1${randomBytes(11).toString("hex")}`;

const blankCoupon = () => ({
  object: "coupon" as const,
  amount_off: null,
  created: now(),
  currency: null,
  duration: "once",
  duration_in_months: null,
  livemode: false as const,
  max_redemptions: null,
  metadata: {},
  name: null,
  percent_off: null,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
});

/** The coupons and promotion codes of one account. */
export class StripeObjects {
  readonly coupons = new Map<string, StripeCoupon>();
  readonly promotionCodes = new Map<string, StripePromotionCode>();

  addCoupon(given: Partial<StripeCoupon>): StripeCoupon {
    const coupon = { id: randomBytes(4).toString("hex"), ...blankCoupon(), ...given };
    this.coupons.set(coupon.id, coupon);
    return coupon;
  }

  createCoupon(form: readonly Field[]): StripeCoupon {
    const given = readParameters(form, couponRules);
    if ((given["percent_off"] === undefined) === (given["amount_off"] === undefined))
      throw new StripeProblem(400, "You must pass exactly one of `percent_off` or `amount_off`.");
    if (given["amount_off"] !== undefined && given["currency"] === undefined)
      throw wrongParameter("parameter_missing", "currency");
    if (this.coupons.has(String(given["id"])))
      throw new StripeProblem(400, "Coupon already exists.", { code: "resource_already_exists" });
    return this.addCoupon(given);
  }

  createPromotionCode(form: readonly Field[]): StripePromotionCode {
    const given = readParameters(form, promotionCodeRules);
    const coupon = this.couponOf(given["promotion"] as Given | undefined);
    this.checkRedemptions(given["max_redemptions"], coupon);
    const code = typeof given["code"] === "string" ? given["code"] : newCode();
    this.checkCode(code);
    const restrictions = (given["restrictions"] ?? {}) as Given;
    const made: StripePromotionCode = {
      id: newStripeId("promo"),
      object: "promotion_code",
      active: given["active"] !== "false",
      code,
      created: now(),
      customer: (given["customer"] as string | undefined) ?? null,
      customer_account: null,
      expires_at: (given["expires_at"] as number | undefined) ?? null,
      livemode: false,
      max_redemptions: (given["max_redemptions"] as number | undefined) ?? null,
      metadata: (given["metadata"] as Record<string, string> | undefined) ?? {},
      promotion: { coupon: coupon.id, type: "coupon" },
      restrictions: {
        first_time_transaction: restrictions["first_time_transaction"] === "true",
        minimum_amount: null,
        minimum_amount_currency: null,
      },
      times_redeemed: 0,
    };
    this.promotionCodes.set(made.id, made);
    return made;
  }

  /** Counts one redemption of a code, and disables the code when it reaches its redemption limit. */
  redeem(code: string): StripePromotionCode {
    const found = [...this.promotionCodes.values()].find((one) => one.code.toUpperCase() === code.toUpperCase());
    if (!found?.active)
      throw new StripeProblem(400, "This promotion code is not active.", { code: "promotion_code_inactive" });
    found.times_redeemed += 1;
    if (found.times_redeemed === found.max_redemptions) found.active = false;
    return found;
  }

  private couponOf(promotion: Given | undefined): StripeCoupon {
    const { type, coupon: id } = promotion ?? {};
    if (type === undefined) throw wrongParameter("parameter_missing", "promotion[type]");
    if (typeof id !== "string") throw wrongParameter("parameter_missing", "promotion[coupon]");
    const coupon = this.coupons.get(id);
    if (!coupon) throw wrongParameter("resource_missing", "promotion[coupon]", `No such coupon: '${id}'`);
    if (!coupon.valid) throw wrongParameter("coupon_expired", "promotion[coupon]", `Coupon expired: ${id}`);
    return coupon;
  }

  private checkRedemptions(max: unknown, { max_redemptions: most }: StripeCoupon): void {
    if (max === undefined) return;
    const wrong = (message: string) => wrongParameter("parameter_invalid_integer", "max_redemptions", message);
    if (Number(max) < 1) throw wrong("This value must be greater than or equal to 1.");
    if (most !== null && Number(max) > most) throw wrong("This value must not exceed the coupon's `max_redemptions`.");
  }

  private checkCode(code: string): void {
    if (!codeForm.test(code)) throw wrongParameter("parameter_invalid", "code", "Use letters, digits and dashes.");
    const same = (one: StripePromotionCode) => one.active && one.code.toUpperCase() === code.toUpperCase();
    if ([...this.promotionCodes.values()].some(same))
      throw new StripeProblem(400, `An active promotion code with \`code: ${code}\` already exists.`);
  }
}
