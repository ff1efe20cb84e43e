import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { bounds } from './bounds.ts';

const source = (domain: string, file: string): string => readFileSync(join(import.meta.dirname, '..', domain, file), 'utf8');

describe('the list of bounds', () => {
  test.each(Object.keys(bounds))('names every constant of the limits of %s', (domain) => {
    const constants = [...source(domain, 'limits.ts').matchAll(/^export const (\w+)/gm)].map((match) => match[1]!);
    const listed = Object.keys(bounds)
      .map((owner) => source(owner, 'bounds.ts'))
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
