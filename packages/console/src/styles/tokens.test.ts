import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The colours of both schemes by the name of their token. */
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name!, [light!, dark!]] as const,
  ),
);

const grounds = ['ground', 'card', 'shade'];
const texts = ['ink', 'soft', 'accent', 'good', 'warn', 'bad'];
const pairs = [
  ['on-accent', 'accent'],
  ['on-bad', 'bad'],
  ['good', 'good-ground'],
  ['warn', 'warn-ground'],
  ['bad', 'bad-ground'],
  ['ink', 'good-ground'],
  ['ink', 'warn-ground'],
  ['ink', 'bad-ground'],
  ['soft', 'bad-ground'],
  ['accent', 'mark'],
  ['ink', 'mark'],
  ['ground', 'ink'],
];
const edges = ['line', 'accent', 'good', 'warn', 'bad', 'focus'];

const schemes = [
  ['light', 0],
  ['dark', 1],
] as const;

test.each(schemes)('text has a contrast of 4.5 with each of its grounds (%s)', (_scheme, side) => {
  const all = [
    ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
    ...pairs.map(([one, other]) => [one!, other!] as const),
  ];
  expect(all.filter(([text, ground]) => contrast(colorOf(text, side), colorOf(ground, side)) < 4.5)).toEqual([]);
});

test.each(schemes)('an edge has a contrast of 3 with each ground (%s)', (_scheme, side) => {
  const all = edges.flatMap((edge) => grounds.map((ground) => [edge, ground] as const));
  expect(all.filter(([edge, ground]) => contrast(colorOf(edge, side), colorOf(ground, side)) < 3)).toEqual([]);
});

function colorOf(name: string, side: 0 | 1): string {
  const pair = tokens.get(name);
  if (!pair) throw new Error(`tokens.css has no colour --${name}.`);
  return pair[side];
}

/** Returns the contrast of two colours by WCAG 2. */
function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
