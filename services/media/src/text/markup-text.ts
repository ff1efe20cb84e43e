import { readTags } from './read-tags.ts';
import type { TextCollector } from './text-collector.ts';

const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'svg', 'math', 'head']);
const BLOCKS = new Set(
  'address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section summary table tbody tfoot thead title tr ul'.split(
    ' ',
  ),
);

/** Adds the text of HTML without tags, scripts and styles. */
export async function collectHtml(chunks: AsyncIterable<Uint8Array>, collector: TextCollector): Promise<void> {
  let hidden = 0;
  let isTitle = false;
  await readTags(chunks, 'html', {
    open(name) {
      if (HIDDEN.has(name)) hidden += 1;
      if (name === 'title') isTitle = true;
      if (BLOCKS.has(name)) collector.add('\n');
    },
    close(name) {
      if (HIDDEN.has(name)) hidden -= 1;
      if (name === 'title') isTitle = false;
      if (BLOCKS.has(name) && name !== 'br') collector.add('\n');
      if (name === 'td' || name === 'th') collector.add('\t');
    },
    text(text) {
      if (hidden === 0 || isTitle) collector.add(text.replaceAll(/\s+/g, ' '));
    },
    isDone: collector.isFull,
  });
}
