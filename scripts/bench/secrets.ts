import { randomBytes } from 'node:crypto';
import { createRedact } from '@space/text';
import type { Figure } from './figure.ts';
import { median } from './load.ts';

const SECRETS = 20;
const CHARACTERS = 4_096;
const RUNS = 200;

/** Measures redaction of an answer of 4 KiB by twenty secrets, next to its floor: a search for each value as it is, and nothing else. */
export async function measureSecrets(): Promise<Figure[]> {
  const values = Array.from({ length: SECRETS }, () => randomBytes(24).toString('base64url'));
  const filler = JSON.stringify(
    Array.from({ length: 100 }, (_, id) => ({ id, name: `Person ${id}`, token: randomBytes(8).toString('hex') })),
  );
  const text = `${filler.slice(0, CHARACTERS / 2)}${values[7]}${filler.slice(CHARACTERS / 2)}`.slice(0, CHARACTERS);
  const bytes = Buffer.from(text);
  const redact = createRedact(new Map(values.map((value, at) => [`S_${at}`, value])));
  const redaction = millisecondsOf(() => redact(text));
  const floor = millisecondsOf(() => values.filter((value) => bytes.includes(value)));
  const made = millisecondsOf(() => createRedact(new Map(values.map((value, at) => [`S_${at}`, value]))));
  return [
    { name: 'redaction of 4 KiB with 20 secrets', unit: 'ms', goal: 0.5, value: redaction, bound: 'most' },
    { name: 'its floor: search of 20 values', unit: 'ms', goal: 0.5, value: floor, bound: 'most' },
    { name: 'making the forms of 20 secrets', unit: 'ms', goal: 2, value: made, bound: 'most' },
  ];
}

/** Returns the milliseconds of one call: the median after warm-up. */
function millisecondsOf(act: () => unknown): number {
  const runs = Array.from({ length: RUNS }, () => {
    const began = performance.now();
    act();
    return performance.now() - began;
  });
  return median(runs.slice(RUNS / 2));
}
