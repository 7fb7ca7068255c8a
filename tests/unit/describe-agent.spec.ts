import { expect, test } from "@playwright/test";
import { describeAgent, networkOf } from "@/server/domains/identity/auth/describe-agent";

const agents: Readonly<Record<string, string>> = {
  "Firefox on Windows": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
  "Chrome on macOS":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Edge on Windows":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
  "Safari on iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
  "Chrome on Android":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  "Samsung Internet on Android":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  "Firefox on Linux": "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
  "Vivaldi on macOS":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Vivaldi/7.6",
  "Safari on iPad":
    "Mozilla/5.0 (iPad; CPU OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1",
  "Chrome on ChromeOS":
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "A browser on Linux": "Mozilla/5.0 (X11; Linux x86_64) Something/1.0",
  curl: "curl/8.5.0",
  "focus-timer": "focus-timer/2.0",
  "An unknown program": "",
};

for (const [words, agent] of Object.entries(agents))
  test(`describes ${agent.slice(0, 60) || "no agent"} as ${words}`, () => expect(describeAgent(agent)).toBe(words));

test("describes an agent with unusual characters as an unknown program, and shortens a long one", () => {
  expect(describeAgent("<script>alert(1)</script>")).toBe("An unknown program");
  expect(describeAgent(`x${"y".repeat(400)}`)).toHaveLength(40);
});

test("IP addresses in the same network get the same description", () => {
  expect(networkOf("203.0.113.5")).toBe(networkOf("203.0.113.250"));
  expect(networkOf("203.0.114.5")).not.toBe(networkOf("203.0.113.5"));
  expect(networkOf("2001:db8:0:1::/64")).toBe("2001:db8:0:1::/64");
});
