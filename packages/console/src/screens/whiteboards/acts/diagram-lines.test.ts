import { expect, test } from '@jest/globals';
import { readDiagramLines } from './diagram-lines.ts';

test('lines become nodes and edges, each name once', () => {
  expect(readDiagramLines('Visitor -> Form: clicks\n\nForm -> Valid? → (Done)\nAlone')).toEqual({
    nodes: [
      { ref: 'n1', label: 'Visitor' },
      { ref: 'n2', label: 'Form' },
      { ref: 'n3', label: 'Valid?', shape: 'diamond' },
      { ref: 'n4', label: 'Done', shape: 'ellipse' },
      { ref: 'n5', label: 'Alone' },
    ],
    edges: [
      { from: 'n1', to: 'n2', label: 'clicks' },
      { from: 'n2', to: 'n3', label: '' },
      { from: 'n3', to: 'n4', label: '' },
    ],
  });
});

test('a colon without a space after it is a part of the name, and a name that is missing is a fault with its line', () => {
  expect(readDiagramLines('A -> b:c')).toMatchObject({ nodes: [{ label: 'A' }, { label: 'b:c' }] });
  expect(readDiagramLines('A\nB ->')).toEqual({ line: 2, words: 'A name is missing before or after the arrow.' });
  expect(readDiagramLines('')).toEqual({ nodes: [], edges: [] });
});
