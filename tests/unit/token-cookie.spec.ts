import "../support/environment";
import { expect, test } from "@playwright/test";
import { readCookies } from "@/server/core/cookies";
import { sessionCookieAt } from "@/server/domains/identity/auth/session-cookie";

test("over HTTPS the cookie is bound to its host [#62]", () => {
  expect(sessionCookieAt("https://curbcut.example.org")).toEqual({
    name: "__Host-next-auth.session-token",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: true },
  });
});

test("over HTTP, as on a local machine, the cookie has no `__Host-` prefix, because browsers would reject a cookie with one", () => {
  expect(sessionCookieAt("http://localhost:8000")).toEqual({
    name: "next-auth.session-token",
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: false },
  });
});

test("decodes cookie values where possible, and ignores everything else in the header", () => {
  const headers = new Headers({ cookie: "a=1; b=x%20y;=nameless; flag; c=a=b; bad=%E0%A4%A" });
  expect(readCookies(headers)).toEqual({ a: "1", b: "x y", c: "a=b", bad: "%E0%A4%A" });
});
