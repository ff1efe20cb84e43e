import { applyEdits, createDocument, type Edit, loadDocument, parseMarkdown, readBlocks, writeMarkdown } from '@space/rich-text';
import { floorOfBlockEdit, floorOfWholeText } from './floor.ts';
import { sampleMarkdown } from './sample.ts';

/**
 * `node scripts/bench/rich-text/main.ts` measures edits of documents in processor time of this process, beside a floor of the
 * libraries alone. Each figure is the least of its runs, because other programs only add to it.
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
  const beside = floor === undefined ? '' : `, floor ${floor.toFixed(1)}, ${(subject / floor).toFixed(1)} times`;
  process.stdout.write(`${name}: ${subject.toFixed(1)} CPU ms${beside}\n`);
}

/** Measures a document of about so many characters of Markdown. */
function measure(characters: number): void {
  const markdown = writeMarkdown(parseMarkdown(sampleMarkdown(characters)));
  const state = createDocument(parseMarkdown(markdown), newBlockId);
  const blocks = readBlocks(loadDocument(state));
  const size = `${Math.round(markdown.length / 1_000)} KB`;
  const block = blocks[Math.floor(blocks.length / 2)]!;
  const block_id = String(block.attrs?.id);
  const oneBlock: Edit[] = [{ op: 'replace', block_id, markdown: `${writeMarkdown([block]).trim()} added` }];
  const middle = markdown.indexOf(' ', Math.floor(markdown.length / 2));
  const oneWord = `${markdown.slice(0, middle)} added${markdown.slice(middle)}`;
  const manyWords = markdown.replaceAll(' the ', ' this ').replaceAll(' budget', ' sum');
  const edit = (edits: readonly Edit[]) => applyEdits(state, edits, { base: state, newBlockId });
  print(
    `${size}, one block`,
    leastCpuMs(() => edit(oneBlock)),
    leastCpuMs(() => floorOfBlockEdit(state)),
  );
  const floor = leastCpuMs(() => floorOfWholeText(state, markdown, oneWord));
  print(
    `${size}, whole text, one word`,
    leastCpuMs(() => edit([{ op: 'replace_all', markdown: oneWord }])),
    floor,
  );
  print(
    `${size}, whole text, many words`,
    leastCpuMs(() => edit([{ op: 'replace_all', markdown: manyWords }])),
    leastCpuMs(() => floorOfWholeText(state, markdown, manyWords)),
  );
  print(
    `${size}, write`,
    leastCpuMs(() => writeMarkdown(blocks)),
  );
  print(
    `${size}, read`,
    leastCpuMs(() => parseMarkdown(markdown)),
  );
}

for (const characters of [11_000, 110_000]) measure(characters);
