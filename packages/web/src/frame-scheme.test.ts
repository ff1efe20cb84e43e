import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { frameScheme } from './frame-scheme.ts';

/** A page around a frame: its `color-scheme`, the colour of its text at the frame, and the content of its meta element. */
interface Around {
  readonly colorScheme?: string;
  readonly color?: string;
  readonly meta?: string;
  readonly name?: string;
  readonly readyState?: string;
}

/** Runs the script in a page with one frame and returns the name, the scheme and the insertions of the frame. */
function effectOf({ colorScheme = 'normal', color = 'rgb(0, 0, 0)', meta, name = 'space-inline', readyState = 'complete' }: Around) {
  const waiting: (() => void)[] = [];
  const inserted: unknown[] = [];
  const frame = {
    name,
    style: { colorScheme: '' },
    nextSibling: 'the next element',
    parentNode: { insertBefore: (...nodes: unknown[]) => inserted.push(nodes) },
  };
  runInNewContext(frameScheme('iframe'), {
    requestAnimationFrame: (run: () => void) => waiting.push(run),
    getComputedStyle: () => ({ colorScheme, color }),
    document: {
      readyState,
      querySelector: () => (meta === undefined ? null : { content: meta }),
      querySelectorAll: () => [frame],
    },
  });
  waiting[0]!();
  expect(inserted).toEqual([[frame, 'the next element']]);
  return { name: frame.name, scheme: frame.style.colorScheme, waiting: waiting.length };
}

test.each<[string, Around, string]>([
  ['without a scheme', {}, 'light'],
  ['that declares light', { colorScheme: 'light', color: 'rgb(255, 255, 255)' }, 'light'],
  ['that declares dark', { colorScheme: 'only dark' }, 'dark'],
  ['that follows the visitor', { colorScheme: 'light dark' }, 'auto'],
  ['with a meta element', { meta: 'dark light' }, 'auto'],
  ['with dark text', { color: 'rgb(139, 0, 0)' }, 'light'],
  ['with light text', { color: 'rgba(229, 231, 235, 0.9)' }, 'dark'],
  ['with light text in OKLCH', { color: 'oklch(0.985 0.002 247.8)' }, 'dark'],
  ['with dark text in Lab', { color: 'lab(8.1 -0.6 -12.3)' }, 'light'],
  ['in a browser without color-scheme', { colorScheme: '' }, 'light'],
])('the frame of a page %s has its scheme in the name and is inserted again', (_page, around, scheme) => {
  const effect = effectOf(around);
  expect(effect.name).toBe(`space-inline-${scheme}`);
  expect(effect.scheme.split(' ').sort().join()).toMatch({ light: /^light$/, dark: /^dark(,only)?$/, auto: /^dark,light$/ }[scheme]!);
});

test('a frame without a name gets the one of a card', () => {
  expect(effectOf({ name: '' }).name).toBe('space-frame-light');
});

test('the script looks again while the page is loading', () => {
  expect(effectOf({ readyState: 'loading' }).waiting).toBe(2);
  expect(effectOf({ readyState: 'interactive' }).waiting).toBe(1);
});
