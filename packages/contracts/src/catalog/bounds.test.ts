import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { boundExemptions } from './bound-exemptions.ts';
import { bounds } from './bounds.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Constants with `MAX` in their name, and sizes and times. */
const LIKE_A_BOUND = /^(?:export )?const ((?:\w+_)?MAX_\w+|\w+_(?:BYTES|MB|MS))\b/gm;

/** The limits of a thread as numbers, not as constants. */
const THREAD_LIMIT = /\b((?:cpu|wall_clock)_ms): \d/g;

/** Times that bound nothing: units, and the times after which work is repeated, is due or leaves a cache. */
const NO_BOUND = /^(?:\w+_)?(?:SECOND|MINUTE|HOUR|DAY|INTERVAL|DELAY|PAUSE|POLL|FLUSH|LINGER|TTL|LEASE|CLAIM|GRACE|IDLE|KEEP_ALIVE)_MS$/;

const isLikeABound = (name: string): boolean => name.includes('MAX_') || !NO_BOUND.test(name);

/** Returns the names in a source that are those of bounds. */
const namesLikeBounds = (text: string): string[] =>
  [LIKE_A_BOUND, THREAD_LIMIT].flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!)).filter(isLikeABound);

/** Returns the constants of the source of all packages and services that are named like a bound, as `<file> <name>`. */
const constantsLikeBounds = (): string[] =>
  globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !/^packages\/contracts\/src\/[\w-]+\/(?:[\w-]+-)?limits\.ts$/.test(file))
    .flatMap((file) => namesLikeBounds(readFileSync(join(root, file), 'utf8')).map((name) => `${file} ${name}`));

test.each([
  ['const MEMORY_MB = 256;', ['MEMORY_MB']],
  ['export const STATEMENT_TIMEOUT_MS = 4_000;', ['STATEMENT_TIMEOUT_MS']],
  ['const ENVELOPE_BYTES = 65_536;', ['ENVELOPE_BYTES']],
  ['const LIMITS = { cpu_ms: MAX_CPU_MS, wall_clock_ms: 55_000 };', ['wall_clock_ms']],
  ['const DEFAULT_MAX_VISITORS = 1;\nconst MAX_PAUSE_MS = 1;', ['DEFAULT_MAX_VISITORS', 'MAX_PAUSE_MS']],
  ['const POLL_INTERVAL_MS = 1_000;\nconst TTL_MS = 5_000;\nconst SECOND_MS = 1_000;', []],
])('finds the names of bounds in %j', (text, names) => {
  expect(namesLikeBounds(text)).toEqual(names);
});

describe('the list of bounds', () => {
  test('has every constant of packages and services that is named like a bound, except those with a reason', () => {
    const found = constantsLikeBounds();
    const exempt = Object.values(boundExemptions).flat();
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter((constant) => !exempt.includes(constant))).toEqual([]);
    expect(exempt.filter((constant) => !found.includes(constant))).toEqual([]);
  });

  test.each(Object.keys(bounds))('names every constant of the limits of %s', (domain) => {
    const sources = globSync(join(import.meta.dirname, '..', domain, '*limits.ts')).map((file) => readFileSync(file, 'utf8'));
    const constants = [...sources.join('\n').matchAll(/^export const (\w+)/gm)].map((match) => match[1]!);
    const listed = Object.keys(bounds)
      .flatMap((owner) => globSync(join(import.meta.dirname, '..', owner, '*bounds.ts')).map((file) => readFileSync(file, 'utf8')))
      .join();
    expect(constants.length).toBeGreaterThan(0);
    expect(constants.filter((name) => !new RegExp(`\\b${name}\\b`).test(listed))).toEqual([]);
  });

  test('gives each bound an answer and a name of its own', () => {
    const all = Object.entries(bounds).flatMap(([domain, list]) => list.map((bound) => ({ ...bound, domain })));
    expect(all.filter(({ refusal, effect }) => refusal === undefined && effect === undefined)).toEqual([]);
    const names = all.map(({ domain, per, subject }) => `${domain}: ${subject} per ${per}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
