import { expect, test } from "@playwright/test";
import { redactHtml, redactText } from "@/server/scanner/page/redact";

test("removes typed values, email addresses and tokens", () => {
  expect(redactHtml('<input type="text" name="q" value="my secret">')).toBe('<input type="text" name="q" value="…">');
  expect(redactHtml("<input value=secret>")).toBe('<input value="…">');
  expect(redactHtml("<textarea id='t'>my letter")).toBe("<textarea id='t'>…");
  expect(redactHtml('<a href="mailto:ada.l+x@mail.example.org">Ada</a>')).toBe('<a href="mailto:…@…">Ada</a>');
  expect(redactHtml('<a href="/in?token=abc&page=2">')).toBe('<a href="/in?token=…&page=2">');
  expect(redactHtml('<div data-csrf-token="x1" nonce="n1" class="c">')).toBe(
    '<div data-csrf-token="…" nonce="…" class="c">',
  );
  expect(redactHtml('<meta name="csrf-token" content="x1">')).toBe('<meta name="csrf-token" content="…">');
  expect(redactText("Bearer eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2QT4")).toBe("Bearer …");
  expect(redactText("key sk_live_51Habcdefghijkl and d41d8cd98f00b204e9800998ecf8427e")).toBe("key … and …");
});

test("removes the value of every field that can contain data, including hidden fields", () => {
  const types = "hidden text password email tel url search number date time color range file datetime-local".split(" ");
  for (const type of types)
    expect(redactHtml(`<input type="${type}" name="csrf" value="f3a9">`)).toBe(
      `<input type="${type}" name="csrf" value="…">`,
    );
  expect(redactHtml('<input name="csrf" value="f3a9">')).toBe('<input name="csrf" value="…">');
  expect(redactHtml('<input type="hidden" data-type="submit" value="f3a9">')).toBe(
    '<input type="hidden" data-type="submit" value="…">',
  );
  expect(redactHtml('<option value="f3a9">Ada</option>')).toBe('<option value="…">Ada</option>');
});

test("removes embedded documents, and values that identify a single response or script", () => {
  expect(redactHtml('<iframe srcdoc="<p>Dear Ada</p>" title="Letter">')).toBe('<iframe srcdoc="…" title="Letter">');
  expect(redactHtml("<script nonce='n1' integrity=sha384-x src='/a.js'>")).toBe(
    `<script nonce="…" integrity="…" src='/a.js'>`,
  );
});

test("keeps the details that an expert needs: button labels, classes, URLs and ids", () => {
  const kept = [
    '<input type="submit" value="Send">',
    '<button type="button" class="btn btn-primary-outline-large-rounded">Save</button>',
    '<a href="https://example.org/a/rather-long-path-of-words/2026?page=2">Read</a>',
    '<div id="post-01930000-0000-7000-8000-000000000001">',
  ];
  for (const html of kept) expect(redactHtml(html)).toBe(html);
});

test("snippets are at most 600 characters", () => {
  expect(redactHtml(`<p>${"word ".repeat(500)}</p>`)).toHaveLength(600);
});
