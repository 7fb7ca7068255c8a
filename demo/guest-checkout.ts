import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { layOutPage, readForm, sendPage } from "./members";

const cookieName = "shop_guest";
const steps = ["address", "delivery", "payment"] as const;
type Step = (typeof steps)[number];

/** The fields of each step. The documented flaws are the unlabelled select and the image without alternative text. */
const fields: Readonly<Record<Step, string>> = {
  address: `        <p><label for="name">Full name</label> <input id="name" name="name" autocomplete="name" required></p>
        <p><label for="street">House number and street</label> <input id="street" name="street" autocomplete="street-address" required></p>
        <p><label for="town">Town</label> <input id="town" name="town" autocomplete="address-level2" required></p>
        <p><label for="country">Country</label> <select id="country" name="country" autocomplete="country-name"><option>Ireland</option><option>United Kingdom</option></select></p>
        <p><button class="button" type="submit">Continue to delivery</button></p>`,
  delivery: `        <p>Which day should we deliver?</p>
        <p><select name="day"><option>Tuesday</option><option>Friday</option></select></p>
        <p><button class="button" type="submit">Continue to payment</button></p>`,
  payment: `        <p>Brass table lamp and two beeswax candles: £164, with free delivery.</p>
        <p><img src="/images/payment-methods.svg" width="180" height="40"></p>
        <p><button class="button" type="submit">Pay now</button></p>`,
};

const titles: Readonly<Record<Step, string>> = {
  address: "Delivery address",
  delivery: "Delivery day",
  payment: "Payment",
};

const pageOf = (step: Step): string =>
  layOutPage(
    titles[step],
    `      <form class="form" method="post" action="/guest/${step}">\n${fields[step]}\n      </form>`,
  );

const isComplete = (step: Step, form: URLSearchParams): boolean =>
  step !== "address" || ["name", "street", "town"].every((name) => (form.get(name) ?? "").trim() !== "");

/** The steps that each guest has reached, by the value of the guest's cookie. */
type Guests = Map<string, number>;

const guestOf = ({ headers }: IncomingMessage): string =>
  (headers.cookie ?? "")
    .split("; ")
    .find((part) => part.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1) ?? "";

const redirect = (response: ServerResponse, location: string, cookie?: string): void => {
  response.writeHead(303, { location, ...(cookie ? { "set-cookie": cookie } : {}) }).end();
};

const start = (response: ServerResponse, guests: Guests): void => {
  const id = randomUUID();
  guests.set(id, 0);
  redirect(response, "/guest/address", `${cookieName}=${id}; Path=/guest; HttpOnly; SameSite=Lax`);
};

const submit = async (
  request: IncomingMessage,
  response: ServerResponse,
  guests: Guests,
  step: Step,
): Promise<void> => {
  const index = steps.indexOf(step);
  if (!isComplete(step, await readForm(request))) return sendPage(response, pageOf(step), 422);
  const next = steps[index + 1];
  if (next === undefined) return sendPage(response, layOutPage("Thank you", "      <p>Your order is on its way.</p>"));
  guests.set(guestOf(request), index + 1);
  redirect(response, `/guest/${next}`);
};

/** Serves the guest checkout, whose pages can only be reached by clicking the buttons in order. */
export const createGuestCheckout = () => {
  const guests: Guests = new Map();
  /** Returns false if the request isn't for the checkout. */
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (!path.startsWith("/guest/")) return false;
    const isPost = request.method === "POST";
    const step = steps.find((each) => path === `/guest/${each}`);
    const reached = guests.get(guestOf(request)) ?? -1;
    if (isPost && path === "/guest/start") start(response, guests);
    else if (step === undefined || steps.indexOf(step) > reached) redirect(response, "/cart.html");
    else if (isPost) await submit(request, response, guests, step);
    else sendPage(response, pageOf(step));
    return true;
  };
};
