// The parameters of RFC 3492, section 5.
const [base, tMin, tMax, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128];
/**
 * Maximum delta. Input that overflows during decoding isn't Punycode (section 6.4), and huge deltas would take too
 * long.
 */
const maxDelta = 0x7f_ff_ff_ff;
const digits = "abcdefghijklmnopqrstuvwxyz0123456789";

const adapt = (delta: number, count: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
};

/** Reads one delta. Returns the delta and the index of the next one. */
const readDelta = (text: string, start: number, bias: number): { delta: number; next: number } => {
  let delta = 0;
  let weight = 1;
  for (let [k, next] = [base, start]; ; k += base) {
    const digit = digits.indexOf(text.charAt(next++) || " ");
    if (digit < 0) throw new RangeError("not Punycode");
    delta += digit * weight;
    if (delta > maxDelta) throw new RangeError("not Punycode");
    const threshold = Math.min(Math.max(k - bias, tMin), tMax);
    if (digit < threshold) return { delta, next };
    weight *= base - threshold;
  }
};

/** Decodes lower-case Punycode (RFC 3492). Throws a RangeError for invalid input. */
export const decodePunycode = (text: string): string => {
  const end = text.lastIndexOf("-");
  const codes = Array.from(text.slice(0, Math.max(end, 0)), (character) => character.charCodeAt(0));
  let [code, index, bias] = [firstCode, 0, firstBias];
  for (let at = end + 1; at < text.length; ) {
    const { delta, next } = readDelta(text, at, bias);
    bias = adapt(delta, codes.length + 1, index === 0);
    at = next;
    index += delta;
    code += Math.floor(index / (codes.length + 1));
    index %= codes.length + 1;
    codes.splice(index++, 0, code);
  }
  return String.fromCodePoint(...codes);
};
