import { expect, test } from '@jest/globals';
import { readDrawing } from './read-drawing.ts';

test('a file is recognised by its content', () => {
  expect(readDrawing('{"type":"excalidraw","elements":[]}')?.format).toBe('excalidraw');
  expect(readDrawing('{"nodes":[]}')?.format).toBe('jsoncanvas');
  for (const other of ['', 'text', '[]', 'null', '{"elements":1}']) expect(readDrawing(other)).toBeUndefined();
});
