import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';

import { frameResizer } from '@space/web';
import { frameScript } from './frame-script.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/api/forms.md'), 'utf8');
const scripts = {
  'of a page': String(frameScript),
  'of the HTML to paste': frameResizer('iframe'),
  'of the guide': guide.slice(guide.indexOf('<script>'), guide.indexOf('</script>') + '</script>'.length),
};

/** Runs a script in a page with two frames, of which the first has the focus, and sends it one message of that frame. */
function effectOf(script: string, data: unknown, { top = 500, isFocused = true } = {}) {
  const scrolls: string[] = [];
  const frame = (window: string) => ({
    contentWindow: window,
    style: { blockSize: '', scrollMarginBlockStart: '' },
    getBoundingClientRect: () => ({ top }),
    scrollIntoView: () => void scrolls.push(window),
  });
  const frames = [frame('form'), frame('other')];
  const listeners: ((event: unknown) => void)[] = [];
  runInNewContext(script.replace(/^<script[^>]*>|<\/script>$/g, ''), {
    addEventListener: (_type: string, listener: (event: unknown) => void) => listeners.push(listener),
    document: { querySelectorAll: () => frames, activeElement: isFocused ? frames[0] : undefined },
    innerHeight: 800,
    requestAnimationFrame: () => undefined,
  });
  expect(listeners).toHaveLength(1);
  listeners[0]!({ data, source: 'form' });
  return { styles: frames.map(({ style }) => style), scrolls };
}

const untouched = { blockSize: '', scrollMarginBlockStart: '' };

test.each(Object.entries(scripts))('the script %s sizes the frame of the sender and scrolls to where reading begins', (_name, script) => {
  expect(effectOf(script, { space_frame_height: 300.2, space_frame_start: 120 })).toEqual({
    styles: [{ blockSize: '301px', scrollMarginBlockStart: '-104px' }, untouched],
    scrolls: ['form'],
  });
  const sized = { styles: [{ ...untouched, blockSize: '300px' }, untouched], scrolls: [] };
  expect(effectOf(script, { space_frame_height: 300 })).toEqual(sized);
  expect(effectOf(script, { space_frame_height: 300, space_frame_start: 0 }, { isFocused: false })).toEqual(sized);
  expect(effectOf(script, { space_frame_height: 300, space_frame_start: 0 }, { top: 100 })).toEqual(sized);
  expect(effectOf(script, { space_frame_height: 1 }).styles[0]!.blockSize).toBe('40px');
  expect(effectOf(script, { space_frame_height: 1e9 }).styles[0]!.blockSize).toBe('20000px');
});

test.each(Object.entries(scripts))('the script %s ignores other messages', (_name, script) => {
  for (const data of [
    null,
    undefined,
    'text',
    5,
    {},
    { space_frame_height: '300' },
    { space_frame_height: -1 },
    { space_frame_height: NaN },
  ])
    expect(effectOf(script, data)).toEqual({ styles: [untouched, untouched], scrolls: [] });
});
