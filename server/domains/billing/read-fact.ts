import type {
  Checkout,
  EventSubject,
  Payments,
  ProviderCharge,
  ProviderDispute,
  ProviderInvoice,
} from "@/server/adapters/payments/port";

/** The object that an event is about, in its current state at the provider. Subscriptions are read separately. */
export type Fact =
  | { kind: "checkout"; checkout: Checkout }
  | { kind: "invoice"; invoice: ProviderInvoice }
  | { kind: "charge"; charge: ProviderCharge }
  | { kind: "dispute"; dispute: ProviderDispute }
  | { kind: "trial" }
  | { kind: "subscription" };

const read = async (
  payments: Payments,
  subject: EventSubject,
): Promise<{ customer: string | null; fact: Fact } | null> => {
  switch (subject.kind) {
    case "subscription":
    case "trial":
      return { customer: subject.customer, fact: { kind: subject.kind } };
    case "checkout": {
      const checkout = await payments.readCheckout(subject.id);
      return checkout && { customer: checkout.customer, fact: { kind: "checkout", checkout } };
    }
    case "invoice": {
      const invoice = await payments.readInvoice(subject.id);
      return invoice && { customer: invoice.customer, fact: { kind: "invoice", invoice } };
    }
    case "charge": {
      const charge = await payments.readCharge(subject.id);
      return charge && { customer: charge.customer, fact: { kind: "charge", charge } };
    }
    case "dispute": {
      const dispute = await payments.readDispute(subject.id);
      return dispute && { customer: dispute.customer, fact: { kind: "dispute", dispute } };
    }
  }
};

/**
 * Reads an event's object from the provider. Returns null if the object doesn't exist or has no
 * customer.
 */
export const readFact = async (
  payments: Payments,
  subject: EventSubject,
): Promise<{ customer: string; fact: Fact } | null> => {
  const reading = await read(payments, subject);
  return reading?.customer ? { customer: reading.customer, fact: reading.fact } : null;
};
