import { expect, test } from '@jest/globals';
import { slashPlace } from './slash-place.ts';

const page = { left: 0, top: 0, width: 390, height: 800 };

test('the list is below the cursor, and above it where a keyboard leaves more room', () => {
  expect(slashPlace({ left: 20, top: 380, bottom: 400 }, page)).toEqual({ left: 20, top: 404, height: 320 });
  expect(slashPlace({ left: 20, top: 380, bottom: 400 }, { ...page, height: 450 })).toEqual({ left: 20, bottom: 376, height: 320 });
  expect(slashPlace({ left: 20, top: 230, bottom: 250 }, { ...page, top: 200, height: 250 })).toEqual({ left: 20, top: 254, height: 188 });
});

test('the list stays in the page', () => {
  expect(slashPlace({ left: 380, top: 10, bottom: 30 }, page).left).toBe(82);
});
