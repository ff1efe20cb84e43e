import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { boundExemptions } from './bound-exemptions.ts';
import { bounds } from './bounds.ts';

const source = (domain: string, file: string): string => readFileSync(join(import.meta.dirname, '..', domain, file), 'utf8');

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Returns the constants of the source of all packages and services that are named like a bound, as `<file> <name>`. */
const constantsLikeBounds = (): string[] =>
  globSync('{packages,services}/*/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !/^packages\/contracts\/src\/\w+\/limits\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:export )?const ((?:\w+_)?MAX_\w+)\b/gm)].map(
        (match) => `${file} ${match[1]}`,
      ),
    );

describe('the list of bounds', () => {
  test('has every constant of packages and services that is named like a bound, except those with a reason', () => {
    const found = constantsLikeBounds();
    const exempt = Object.values(boundExemptions).flat();
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter((constant) => !exempt.includes(constant))).toEqual([]);
    expect(exempt.filter((constant) => !found.includes(constant))).toEqual([]);
  });

  test.each(Object.keys(bounds))('names every constant of the limits of %s', (domain) => {
    const constants = [...source(domain, 'limits.ts').matchAll(/^export const (\w+)/gm)].map((match) => match[1]!);
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
