import { expect, test } from '@jest/globals';
import { type AskedVariant, planVariant } from './picture-variant.ts';

const picture = { width: 1_200, height: 800, focal_point: null };

test.each<[AskedVariant, string, number]>([
  [{ w: 600 }, '640-original', 640],
  [{ w: 640 }, '640-original', 640],
  [{}, '1280-original', 1_200],
  [{ w: 2_560, ratio: '1:1' }, '828-1x1', 800],
  [{ w: 1, ratio: '16:9' }, '64-16x9', 64],
])('a picture of 1,200 × 800 asked for as %j is %s with %i pixels', (asked, name, width) => {
  expect(planVariant(picture, asked)).toMatchObject({ name, width });
});

test('a crop is within the picture and has the focal point', () => {
  const focal_point = { x: 0.9, y: 0.1 };
  const { crop, name } = planVariant({ ...picture, focal_point }, { w: 640, ratio: '1:1' });
  expect(crop).toEqual({ left: 400, top: 0, width: 800, height: 800 });
  expect(name).toBe('640-1x1-90-10');
});

test('a focal point that moves no crop gives the variant of the middle', () => {
  const focal_point = { x: 0.5, y: 0.9 };
  expect(planVariant({ ...picture, focal_point }, { w: 640, ratio: '1:1' }).name).toBe('640-1x1');
});
