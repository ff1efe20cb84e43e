import {
  applyEdits,
  createDocument,
  type Edit,
  loadDocument,
  parseHtml,
  parseMarkdown,
  readBlocks,
  writeHtml,
  writeMarkdown,
} from '../src/index.ts';
import { createMarkdownMemory } from '../src/markdown/remembered-markdown.ts';
import { floorOfBlockEdit, floorOfWholeText } from './floor.ts';
import { sampleMarkdown } from './sample.ts';

/**
 * `node packages/rich-text/bench/main.ts` measures edits of documents in processor time of this process, next to a floor of
 * the libraries alone. Each figure is the least of its runs, because other programs only add to it.
 */
const RUNS = Number(process.argv.find((word) => word.startsWith('--runs='))?.slice('--runs='.length) ?? 15);

let last = 0;
const newBlockId = (): string => {
  last += 1;
  return `blk_new${last}`;
};

/** Returns the least processor time of some runs, in milliseconds. */
function leastCpuMs(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < RUNS; count += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

function print(name: string, subject: number, floor?: number): void {
  const compared = floor === undefined ? '' : `, floor ${floor.toFixed(1)}, ${(subject / floor).toFixed(1)} times`;
  process.stdout.write(`${name}: ${subject.toFixed(1)} CPU ms${compared}\n`);
}

/** Measures a document of about so many characters of Markdown. */
function measure(characters: number): void {
  const markdown = writeMarkdown(parseMarkdown(sampleMarkdown(characters)));
  const state = createDocument(parseMarkdown(markdown), newBlockId);
  const blocks = readBlocks(loadDocument(state));
  const html = writeHtml(blocks).text;
  const size = `${Math.round(markdown.length / 1_000)} KB`;
  const block = blocks[Math.floor(blocks.length / 2)]!;
  const edit = (edits: readonly Edit[]) => leastCpuMs(() => applyEdits(state, edits, { base: state, newBlockId }));
  const oneBlock = `${writeMarkdown([block]).trim()} added`;
  print(
    `${size}, one block`,
    edit([{ op: 'replace', block_id: String(block.attrs?.id), markdown: oneBlock }]),
    leastCpuMs(() => floorOfBlockEdit(state)),
  );
  const middle = markdown.indexOf(' ', Math.floor(markdown.length / 2));
  const wholeTexts = {
    'one word': `${markdown.slice(0, middle)} added${markdown.slice(middle)}`,
    'many words': markdown.replaceAll(' the ', ' this ').replaceAll(' budget', ' sum'),
    'all of it new': sampleMarkdown(characters, 7),
  };
  for (const [name, text] of Object.entries(wholeTexts)) {
    print(
      `${size}, whole text, ${name}`,
      edit([{ op: 'replace_all', markdown: text }]),
      leastCpuMs(() => floorOfWholeText(state, text)),
    );
  }
  const writeRemembered = createMarkdownMemory(16 * 1_048_576);
  let version = 0;
  const nextVersion = () => {
    version += 1;
    return blocks.with(blocks.length >> 1, { type: 'paragraph', content: [{ type: 'text', text: `version ${version}` }] });
  };
  writeRemembered(blocks);
  const parts: Readonly<Record<string, () => unknown>> = {
    'read Markdown': () => parseMarkdown(markdown),
    'write Markdown': () => writeMarkdown(blocks),
    'write Markdown with one other block': () => writeRemembered(nextVersion()),
    'read HTML': () => parseHtml(html),
    'write HTML': () => writeHtml(blocks),
  };
  for (const [name, run] of Object.entries(parts)) print(`${size}, ${name}`, leastCpuMs(run));
}

for (const characters of [11_000, 110_000]) measure(characters);
