import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { accentColors, choiceColors, contrast } from './accent.ts';

const grounds = { light: ['#fafaf9', '#ffffff', '#f0efed'], dark: ['#1c1917', '#292524', '#3a3532'] } as const;
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe.each(['light', 'dark'] as const)('the colours of an accent on a %s ground', (scheme) => {
  test('have a contrast of 4.5 with each ground and with the text of buttons', () => {
    fc.assert(
      fc.property(fc.oneof(color, fc.constantFrom('#000000', '#ffffff', '#ffff00', '#0000ff')), (accent) => {
        const { link, on_link, mark, contrast: least } = accentColors(accent)[scheme];
        for (const ground of [...grounds[scheme], mark, on_link]) expect(contrast(link, ground)).toBeGreaterThanOrEqual(4.5);
        expect(least).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test('have a mark that differs from the card', () => {
    const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    fc.assert(
      fc.property(fc.oneof(color, fc.constantFrom('#fafafa', '#ffffff', '#000000', '#292524')), (accent) => {
        const [mark, card] = [rgb(accentColors(accent)[scheme].mark), rgb(grounds[scheme][1])];
        expect(Math.hypot(...mark.map((value, at) => value - card[at]!))).toBeGreaterThanOrEqual(20);
      }),
    );
  });

  test('of a choice have a contrast of 4.5 between its name and its tint, and a visible shape', () => {
    fc.assert(
      fc.property(fc.oneof(color, fc.constantFrom('#000000', '#ffffff', '#ffff00')), (chosen) => {
        const { fill, ink, tint } = choiceColors(chosen)[scheme];
        const card = grounds[scheme][1];
        expect(Math.min(contrast(ink, tint), contrast(ink, card))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(fill, card)).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  test.each(['#ff0000', '#ff8000', '#ffff00', '#008000', '#00ffff', '#0000ff', '#800080', '#ff00ff', '#808080', '#000000', '#ffffff'])(
    'of the choice %s have a shape with a contrast of 3 with the card',
    (chosen) => {
      expect(contrast(choiceColors(chosen)[scheme].fill, grounds[scheme][1])).toBeGreaterThanOrEqual(3);
    },
  );

  test('are those of all pages without an accent', () => {
    expect(accentColors(null)[scheme].link).toBe(scheme === 'light' ? '#1d4ed8' : '#93c5fd');
  });
});

test('an accent with enough contrast is used as it is', () => {
  expect(accentColors('#0f5132').light.link).toBe('#0f5132');
});

test('the contrast of black and white is 21', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});
