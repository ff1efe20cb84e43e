import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { layoutText } from './layout-text.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'W', 'ж', 'é', '中', ' ', '-', '\n', '\t', '\u0301', '\u200d', '😀'), maxLength: 200 });
const space = fc.record({
  font_size: fc.constantFrom(4, 20, 60),
  typeface: fc.constantFrom('hand' as const, 'plain' as const),
  width: fc.integer({ min: 0, max: 400 }),
});

describe('layoutText', () => {
  it('divides a text into lines that fit, without losing a letter', () => {
    fc.assert(
      fc.property(text, space, (words, given) => {
        const { lines } = layoutText(words, { ...given, height: null });
        for (const { characters, width } of lines) {
          const letters = characters.filter(({ character, is_mark }) => character !== ' ' && !is_mark);
          if (letters.length > 1) expect(width).toBeLessThanOrEqual(given.width + 0.01);
        }
        const written = (characters: string) => characters.replace(/[\s\u200d]/g, '').normalize('NFD');
        expect(written(lines.map(({ characters }) => characters.map(({ character }) => character).join('')).join(''))).toBe(written(words));
      }),
    );
  });

  it('ends with an ellipsis when lines are left out', () => {
    const layout = layoutText('one two three four five', { font_size: 20, typeface: 'plain', width: 60, height: 50 });
    expect(layout.lines).toHaveLength(2);
    expect(layout.lines[1]!.characters.at(-1)!.character).toBe('…');
    expect(layout.width).toBeLessThanOrEqual(60);
  });
});
