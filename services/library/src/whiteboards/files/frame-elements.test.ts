import { expect, test } from '@jest/globals';
import { createElements, emptyBoard } from '@space/board';
import { elementsIn } from './frame-elements.ts';

const { elements } = createElements(emptyBoard(), [
  { type: 'frame', ref: 'outer', text: 'Outer' },
  { type: 'frame', ref: 'inner', text: 'Inner', frame_ref: 'outer' },
  { type: 'sticky', text: 'Deep', frame_ref: 'inner' },
  { type: 'text', text: 'Outside' },
]);
const idOf = (text: string) => elements.find((element) => element.text === text)!.id;

test('a frame has the elements of frames in it, too', () => {
  const texts = (frame: string | undefined) =>
    elementsIn(elements, frame)
      .map(({ text }) => text)
      .toSorted();
  expect(texts(idOf('Outer'))).toEqual(['Deep', 'Inner', 'Outer']);
  expect(texts(idOf('Inner'))).toEqual(['Deep', 'Inner']);
  expect(texts(undefined)).toEqual(['Deep', 'Inner', 'Outer', 'Outside']);
});

test('another element and an unknown id are no frame', () => {
  expect(() => elementsIn(elements, idOf('Outside'))).toThrow(/no frame of the whiteboard/);
  expect(() => elementsIn(elements, 'elm_none')).toThrow(/no frame of the whiteboard/);
});
