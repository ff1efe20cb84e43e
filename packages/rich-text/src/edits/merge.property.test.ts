import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as Y from 'yjs';
import { plainText } from '../blocks/plain-text.ts';
import { walkElements } from '../document/block-ids.ts';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { writeMarkdown } from '../markdown/write-markdown.ts';
import { documentSchema, FRAGMENT_NAME } from '../schema/index.ts';
import { applyEdits } from './apply-edits.ts';

let last = 0;
const newBlockId = () => {
  last += 1;
  return `blk_${last}`;
};

/** A token is a word that occurs nowhere else, so that it can be counted. */
const newToken = () => {
  last += 1;
  return `tok${last}x`;
};

/** A block of the model: its lead in Markdown and its tokens. */
interface Line {
  readonly lead: string;
  readonly tokens: readonly string[];
}

// Lists are not mixed with other blocks: two lists join when the block between them goes, which moves their items.
const kinds = [['', '', '# ', '> '], ['- '], ['1. '], ['- [ ] ']];
const baseLines = fc
  .constantFrom(...kinds)
  .chain((leads) =>
    fc.array(fc.record({ lead: fc.constantFrom(...leads), size: fc.integer({ min: 1, max: 8 }) }), { minLength: 1, maxLength: 8 }),
  );
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('insert', 'insert', 'delete', 'delete', 'replace', 'addLine', 'deleteLine'),
    line: fc.nat(),
    token: fc.nat(),
  }),
  { minLength: 1, maxLength: 8 },
);
type Acts = readonly { readonly kind: string; readonly line: number; readonly token: number }[];

const toMarkdown = (lines: readonly Line[]) => lines.map(({ lead, tokens }) => lead + tokens.join(' ')).join('\n\n');

function agentEdits(base: readonly Line[], plan: Acts): readonly Line[] {
  const lines = base.map(({ lead, tokens }) => ({ lead, tokens: [...tokens] }));
  for (const { kind, line, token } of plan) {
    const index = lines.length === 0 ? 0 : line % lines.length;
    const tokens = lines[index]?.tokens;
    if (kind === 'addLine' || !tokens) lines.splice(index, 0, { lead: base[0]!.lead, tokens: [newToken(), newToken()] });
    else if (kind === 'deleteLine') lines.splice(index, 1);
    else if (kind === 'insert') tokens.splice(token % (tokens.length + 1), 0, newToken());
    else if (tokens.length > 1) tokens.splice(token % tokens.length, 1, ...(kind === 'replace' ? [newToken()] : []));
  }
  return lines.filter(({ tokens }) => tokens.length > 0);
}

/** Types new tokens at random places of runs of text and returns them. */
function type(doc: Y.Doc, plan: Acts): string[] {
  return plan.flatMap(({ line, token }) => {
    const runs = [...walkElements(doc.getXmlFragment(FRAGMENT_NAME))].flatMap((element) =>
      (element.toArray() as unknown[]).filter((child) => child instanceof Y.XmlText),
    );
    const run = runs[line % Math.max(1, runs.length)];
    if (!run) return [];
    const starts = [...(run.toString() as string).matchAll(/^|$/g)].map((match) => match.index);
    const typed = newToken();
    run.insert(starts[token % starts.length]!, token % 2 === 0 ? `${typed} ` : ` ${typed} `);
    return [typed];
  });
}

const tokensOf = (lines: readonly Line[]) => new Set(lines.flatMap(({ tokens }) => tokens));
const countIn = (text: string, token: string) => text.split(token).length - 1;

describe('replace_all', () => {
  it('gives exactly the Markdown that was sent when no one else writes', () => {
    fc.assert(
      fc.property(baseLines, acts, (shape, plan) => {
        const base = shape.map(({ lead, size }) => ({ lead, tokens: Array.from({ length: size }, newToken) }));
        const state = createDocument(parseMarkdown(toMarkdown(base)), newBlockId);
        const markdown = toMarkdown(agentEdits(base, plan));
        const { blocks } = applyEdits(state, [{ op: 'replace_all', markdown }], { base: state, newBlockId });
        expect(writeMarkdown(blocks)).toBe(writeMarkdown(parseMarkdown(markdown)));
      }),
      { numRuns: 200 },
    );
  });

  it('has every inserted token once and no token that was deleted, with two agents and a person who types', () => {
    let inserted = 0;
    fc.assert(
      fc.property(baseLines, acts, acts, acts, (shape, first, second, typing) => {
        const base = shape.map(({ lead, size }) => ({ lead, tokens: Array.from({ length: size }, newToken) }));
        const state = createDocument(parseMarkdown(toMarkdown(base)), newBlockId);
        const [mine, theirs] = [agentEdits(base, first), agentEdits(base, second)];
        const now = loadDocument(state);
        const typed = type(now, typing);
        for (const lines of [mine, theirs]) {
          const { update } = applyEdits(Y.encodeStateAsUpdate(now), [{ op: 'replace_all', markdown: toMarkdown(lines) }], {
            base: state,
            newBlockId,
          });
          if (update) Y.applyUpdate(now, update);
        }
        const blocks = readBlocks(now);
        documentSchema.nodeFromJSON({ type: 'doc', content: blocks }).check();
        const text = plainText(blocks);
        const [had, has, have] = [tokensOf(base), tokensOf(mine), tokensOf(theirs)];
        for (const token of [...typed, ...[...has, ...have].filter((token) => !had.has(token))]) {
          inserted += 1;
          expect([token, countIn(text, token)]).toEqual([token, 1]);
        }
        for (const token of had) expect([token, countIn(text, token)]).toEqual([token, has.has(token) && have.has(token) ? 1 : 0]);
      }),
      { numRuns: 300 },
    );
    expect(inserted).toBeGreaterThan(1_000);
  });
});

describe('updates', () => {
  it('give one state in every order and with duplicates', () => {
    fc.assert(
      fc.property(baseLines, acts, acts, fc.infiniteStream(fc.nat()), (shape, first, typing, random) => {
        const base = shape.map(({ lead, size }) => ({ lead, tokens: Array.from({ length: size }, newToken) }));
        const state = createDocument(parseMarkdown(toMarkdown(base)), newBlockId);
        const now = loadDocument(state);
        const updates: Uint8Array[] = [state];
        now.on('update', (update: Uint8Array) => updates.push(update));
        type(now, typing);
        const { update } = applyEdits(state, [{ op: 'replace_all', markdown: toMarkdown(agentEdits(base, first)) }], {
          base: state,
          newBlockId,
        });
        if (update) Y.applyUpdate(now, update);
        const shuffled = [...updates, ...updates]
          .map((part) => ({ part, order: random.next().value as number }))
          .sort((a, b) => a.order - b.order);
        const other = new Y.Doc();
        for (const { part } of shuffled) Y.applyUpdate(other, part);
        expect(readBlocks(other)).toEqual(readBlocks(now));
        expect(other.store.pendingStructs).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});
