/**
 * A number in its shortest decimal form, the digits that people see: 2.675 is rounded as 2.675, not as the float64
 * 2.67499999… that stores it. Postgres does the same when it casts float8 to numeric through text.
 */
interface Decimal {
  /** value = units × 10^-scale; scale is 0 or more. */
  readonly units: bigint;
  readonly scale: number;
}

/** Integers above this are not all float64s, so that a decimal can lie half-way between two neighbours. */
const FIRST_GAP = 2 ** 53;

/**
 * Returns the shortest digits that only this float64 has, as Postgres writes them. JavaScript also takes a decimal half-way
 * to the neighbour, which is read as this number only by the rule for ties: it writes 1e23, Postgres 9.999999999999999e22.
 */
function shortestDigits(value: number): string {
  let digits = String(value);
  if (Math.abs(value) < FIRST_GAP) return digits;
  for (let precision = 1; isHalfway(digits, value); precision++) {
    const longer = value.toPrecision(precision);
    if (Number(longer) === value) digits = longer;
  }
  return digits;
}

/** Returns true if these digits of an integer float64 lie half-way between it and a neighbour. */
function isHalfway(digits: string, value: number): boolean {
  const { units } = decimalOfDigits(digits);
  const neighbour = 2n * units - BigInt(value);
  return units !== BigInt(value) && BigInt(Number(neighbour)) === neighbour;
}

const decimalOf = (value: number): Decimal => decimalOfDigits(shortestDigits(value));

function decimalOfDigits(digits: string): Decimal {
  const [mantissa = '', exponent = '0'] = digits.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

const numberOf = ({ units, scale }: Decimal): number => Number(`${units}e${-scale}`);

/** Digits that a float64 always has. Of a fraction, further ones are mostly the error of arithmetic in binary. */
const SAFE_DIGITS = 15;

/**
 * Returns a number as text without exponent: 1e21 is 1000000000000000000000. A whole number has all its digits, another one at
 * most 15, as in spreadsheets: 0.1 + 0.2 is 0.3.
 */
export function plainNumber(value: number): string {
  const text = shortestDigits(value);
  if (!text.includes('e') && text.length <= SAFE_DIGITS) return text;
  const { units, scale } = withSafeDigits(decimalOfDigits(text));
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${scale === 0 ? digits : digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}

function withSafeDigits({ units, scale }: Decimal): Decimal {
  const excess = String(units < 0n ? -units : units).length - SAFE_DIGITS;
  return { units: scale === 0 || excess <= 0 ? units : roundedUnits(units, excess, 'nearest'), scale };
}

/** Limits decimals to -20…20; more has no effect on a float64. */
const limitedDecimals = (decimals: number): number => Math.max(-20, Math.min(20, Math.trunc(decimals)));

/** Rounds to a number of decimals: `nearest` with halves away from zero, `up` away from zero, `down` towards zero. */
export function roundedTo(value: number, decimals: number, how: 'nearest' | 'up' | 'down'): number {
  const { units, scale } = decimalOf(value);
  const dropped = scale - limitedDecimals(decimals);
  return dropped <= 0 ? value : numberOf({ units: roundedUnits(units, dropped, how), scale });
}

/** Rounds units to a multiple of 10^dropped. */
function roundedUnits(units: bigint, dropped: number, how: 'nearest' | 'up' | 'down'): bigint {
  const step = 10n ** BigInt(dropped);
  const rest = (units < 0n ? -units : units) % step;
  const away = how === 'up' ? rest > 0n : how === 'nearest' && rest * 2n >= step;
  return units - (units < 0n ? -rest : rest) + (away ? (units < 0n ? -step : step) : 0n);
}

/** Returns the exact decimal remainder, with the sign of the divisor. The divisor is not zero. */
export function remainder(value: number, divisor: number): number {
  const { a, b, scale } = aligned(value, divisor);
  return numberOf({ units: floored(a, b), scale });
}

/** Returns the nearest multiple of a positive step, at or below (floor) or at or above (ceiling) the value. */
export function multipleOf(value: number, step: number, how: 'floor' | 'ceiling'): number {
  const { a, b, scale } = aligned(value, step);
  const rest = floored(a, b);
  if (rest === 0n) return value;
  return numberOf({ units: how === 'floor' ? a - rest : a - rest + b, scale });
}

function aligned(value: number, other: number) {
  const [x, y] = [decimalOf(value), decimalOf(other)];
  const scale = Math.max(x.scale, y.scale);
  return { a: x.units * 10n ** BigInt(scale - x.scale), b: y.units * 10n ** BigInt(scale - y.scale), scale };
}

function floored(a: bigint, b: bigint): bigint {
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
}
