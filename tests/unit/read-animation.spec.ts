import { expect, test } from "@playwright/test";
import { readAnimation } from "@/server/scanner/page/read-animation";
import { leastCpu } from "../support/cpu";
import { makeAnimation } from "../support/scanner/make-animation";

const forever = Number.POSITIVE_INFINITY;

for (const format of ["gif", "webp", "apng"] as const) {
  test(`${format}: reads how long an image moves and how much of it moves`, async () => {
    const read = async (options: Parameters<typeof makeAnimation>[0]) =>
      readAnimation(await makeAnimation({ format, ...options }));
    expect(await read({})).toEqual({ duration: forever, frameMs: 200, across: 1, down: 1 });
    expect(await read({ ms: 10 })).toMatchObject({ frameMs: 100 });
    expect(await read({ frames: [0, 240], ms: 1_000, loop: 3 })).toMatchObject({
      frameMs: 1_000,
      duration: expect.closeTo(format === "gif" ? 4_000 : 6_000),
    });
    expect(await read({ frames: [0] })).toBeNull();
  });

  test(`${format}: reads the correct duration, or none, from a truncated file, and never reads beyond its end`, async () => {
    const whole = await makeAnimation({ format, frames: [0, 80, 160, 240] });
    for (let length = 0; length < whole.length; length += 7)
      expect([null, forever]).toContain(readAnimation(whole.subarray(0, length))?.duration ?? null);
  });
}

test("reports that an image whose frames are all the same isn't animated", async () => {
  const whole = await makeAnimation({ format: "apng", frames: [90, 90, 90] });
  expect(readAnimation(whole)).toBeNull();
});

test("reports that a still PNG or a file of another type isn't animated", () => {
  const still = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
  expect(readAnimation(still)).toBeNull();
  expect(readAnimation(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).toBeNull();
  expect(readAnimation(Buffer.alloc(0))).toBeNull();
});

test("reading an image made of eight megabytes of tiny blocks takes little time", () => {
  const size = 8 * 1024 * 1024;
  const gif = Buffer.concat([
    Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00", "latin1"),
    Buffer.alloc(size, "\x21\xff\x00", "latin1"),
  ]);
  const png = Buffer.concat([
    Buffer.from(
      "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00",
      "latin1",
    ),
    Buffer.from("\x00\x00\x00\x08acTL\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00", "latin1"),
    Buffer.alloc(size, "\x00\x00\x00\x00fdAT\x00\x00\x00\x00", "latin1"),
  ]);
  expect([readAnimation(gif), readAnimation(png)]).toEqual([null, null]);
  expect(leastCpu(() => [readAnimation(gif), readAnimation(png)], 1_000)).toBeLessThan(1_000);
});
