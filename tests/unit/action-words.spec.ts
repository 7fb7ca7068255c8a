import { expect, test } from "@playwright/test";
import { findActionInRequest, isActionAddress, isActionText } from "@/server/scanner/sign-in/action-words";
import { leastCpu } from "../support/cpu";

test("recognises URLs that sign people out, or delete, pay for or send something", () => {
  const actions = ["/logout", "/user/sign-out/", "/abmelden", "/d%C3%A9connexion", "/wp-login.php?action=logout"];
  const more = [
    "/auth/userLogout",
    "/items/7/delete",
    "/delete-account",
    "/cart?do=remove",
    "/orders/5/pay",
    "/se-deconnecter",
    "/users/delete/5",
    "/delete/5/confirm",
    "/cart?remove_item=3",
    "/items/trash/9",
  ];
  for (const path of [...actions, ...more]) expect.soft(isActionAddress(`https://a.example${path}`), path).toBe(true);
  const harmless = [
    "/",
    "/login",
    "/blog/outage-report",
    "/help/how-to-delete-your-account",
    "/signs/outdoor",
    "/payments",
  ];
  for (const path of [
    ...harmless,
    "/delete-guide/2024-overview/about",
    "/shop?sender=5",
    "/senders",
    "/blog-out-of-office",
    "/deleted-scenes",
  ])
    expect.soft(isActionAddress(`https://a.example${path}`), path).toBe(false);
});

test("treats very long URLs as ones that may change something, without reading their words", () => {
  const url = `https://a.example/search?${"q-".repeat(1_000_000)}`;
  expect(isActionAddress(`https://a.example/search?q=${"a".repeat(7_000)}`)).toBe(false);
  expect(isActionAddress(url)).toBe(true);
  expect(findActionInRequest({ url, method: "GET", body: "" })).toBe("send");
  expect(findActionInRequest({ url, method: "DELETE", body: "" })).toBe("delete");
  expect(leastCpu(() => findActionInRequest({ url, method: "GET", body: "" }), 10)).toBeLessThan(10);
});

test("recognises links whose text says that they sign people out or change something", () => {
  for (const text of [
    "Log out",
    "Sign out (Ada)",
    "Abmelden",
    "Se déconnecter",
    "Cerrar sesión",
    "Delete",
    "Remove item",
    "ログアウト",
    "Выйти",
    "Çıkış yap",
  ])
    expect.soft(isActionText(text), text).toBe(true);
  for (const text of [
    "Log in",
    "Your account",
    "How to delete your account and all of its data",
    "Outdoor signs",
    "Catalogue outlet",
    "Payment methods",
    "",
  ])
    expect.soft(isActionText(text), text).toBe(false);
});
