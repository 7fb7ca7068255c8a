import { expect, test } from "@playwright/test";
import { SharedPermits } from "@/server/scanner/service/shared-permits";

const open = (permits: SharedPermits) => {
  const granted: number[] = [];
  return { granted, holder: permits.open((id) => granted.push(id)) };
};

test("each holder keeps one permit while memory is short, and gets more once there is room", () => {
  let most = 0;
  const permits = new SharedPermits(4, { mostNow: () => most });
  const [one, other] = [open(permits), open(permits)];
  for (const id of [1, 2, 3]) {
    one.holder.request(id);
    other.holder.request(id);
  }
  expect([one.granted, other.granted]).toEqual([[1], [1]]);
  one.holder.leave(1);
  expect(one.granted).toEqual([1, 2]);
  most = 3;
  permits.grantFree();
  expect(one.granted.length + other.granted.length).toBe(4);
  most = 9;
  permits.grantFree();
  expect([one.granted.length + other.granted.length, one.granted.length]).toEqual([5, 3]);
});
