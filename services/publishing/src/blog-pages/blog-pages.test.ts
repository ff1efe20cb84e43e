import { expect, test } from '@jest/globals';
import { MAX_LOGO_CHARACTERS } from '@space/contracts/platform';
import { choosePageLocale, createTheme, defaultLook } from '@space/web';
import { contextKey } from './blog-pages.ts';

const keyOf = (look: object, visitor = 'en'): string => {
  const whole = { ...defaultLook, ...look };
  return JSON.stringify(contextKey({ theme: createTheme(whole), locale: choosePageLocale(null, whole, visitor) }));
};

test('the cache key of a page is short with the longest logo, and differs by look and language', () => {
  const logo = `data:image/png;base64,${'A'.repeat(MAX_LOGO_CHARACTERS - 22)}`;
  const keys = [keyOf({}), keyOf({}, 'de'), keyOf({ logo }), keyOf({ logo: logo.replace(/A$/, 'B') })];
  expect(new Set(keys).size).toBe(keys.length);
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(60);
});
