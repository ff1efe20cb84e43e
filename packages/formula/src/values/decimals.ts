/**
 * A number in its shortest decimal form, the digits that people see: 2.675 is rounded as 2.675, not as the float64
 * 2.67499999… that stores it. Postgres does the same when it casts float8 to numeric through text.
 */
interface Decimal {
  /** value = units × 10^-scale; scale is 0 or more. */
  readonly units: bigint;
  readonly scale: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

const numberOf = ({ units, scale }: Decimal): number => Number(`${units}e${-scale}`);

/** Returns a number in its shortest digits without exponent: 1e21 is 1000000000000000000000. */
export function plainNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const { units, scale } = decimalOf(value);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${scale === 0 ? digits : digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Limits decimals to -20…20; more has no effect on a float64. */
const limitedDecimals = (decimals: number): number => Math.max(-20, Math.min(20, Math.trunc(decimals)));

/** Rounds to a number of decimals: `nearest` with halves away from zero, `up` away from zero, `down` towards zero. */
export function roundedTo(value: number, decimals: number, how: 'nearest' | 'up' | 'down'): number {
  const { units, scale } = decimalOf(value);
  const dropped = scale - limitedDecimals(decimals);
  if (dropped <= 0) return value;
  const step = 10n ** BigInt(dropped);
  const rest = (units < 0n ? -units : units) % step;
  const away = how === 'up' ? rest > 0n : how === 'nearest' && rest * 2n >= step;
  const rounded = units - (units < 0n ? -rest : rest) + (away ? (units < 0n ? -step : step) : 0n);
  return numberOf({ units: rounded, scale });
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
