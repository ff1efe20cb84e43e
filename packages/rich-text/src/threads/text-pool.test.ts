import { afterEach, describe, expect, it } from '@jest/globals';
import { plainText } from '../blocks/plain-text.ts';
import { createDocument, loadDocument } from '../document/load-document.ts';
import { newBlockId } from '../document/new-block-id.ts';
import { readBlocks } from '../document/read-blocks.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { RichTextError } from '../schema/rich-text-error.ts';
import { createTextPool, type TextPool, type TextPoolOptions } from './text-pool.ts';

const pools: TextPool[] = [];
const generous: TextPoolOptions = { threads: 1, limits: { cpu_ms: 60_000, wall_clock_ms: 600_000, check_ms: 50 }, memory_mb: 256 };

function newPool(options: Partial<TextPoolOptions> = {}): TextPool {
  const pool = createTextPool({ ...generous, ...options });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()));
});

const state = createDocument(parseMarkdown('# Title\n\nsome text\n'), newBlockId);

/** Returns Markdown below all limits that takes longer than the start of a thread. */
function slowMarkdown(): string {
  return Array.from({ length: 4_500 }, (_, index) => `word${index} *a* ${'*a **b '.repeat(20)}`).join('\n\n');
}

describe('createTextPool', () => {
  it('gives the results of jobs, and refusals with their code and place', async () => {
    const pool = newPool();
    const { blocks, update } = await pool.run('spc_1', 'apply_edits', { state, edits: [{ op: 'append', markdown: 'end' }] });
    expect(plainText(blocks)).toBe('Title\nsome text\nend');
    const accepted = await pool.run('spc_1', 'accept_update', { state, update: update! });
    expect(accepted.is_changed).toBe(true);
    expect(plainText(readBlocks(loadDocument(accepted.state)))).toBe('Title\nsome text\nend');
    const refusal = pool.run('spc_1', 'apply_edits', { state, edits: [{ op: 'delete', block_id: 'blk_none' }] });
    await expect(refusal).rejects.toThrow(RichTextError);
    await expect(refusal).rejects.toMatchObject({ code: 'conflict', place: { edit: 0, block_id: 'blk_none' } });
    await expect(pool.run('spc_1', 'accept_update', { state, update: new Uint8Array([1, 2, 3]) })).rejects.toMatchObject({
      code: 'invalid_update',
    });
  });

  it('ends a job at its limit of processor time, and refuses it', async () => {
    const pool = newPool({ limits: { cpu_ms: 1, wall_clock_ms: 600_000, check_ms: 1 } });
    await expect(pool.run('spc_1', 'parse_markdown', { markdown: slowMarkdown() })).rejects.toMatchObject({ code: 'too_large' });
  });

  it('refuses a job of a machine without time as busy', async () => {
    const pool = newPool({ limits: { cpu_ms: 60_000, wall_clock_ms: 0, check_ms: 1 } });
    await expect(pool.run('spc_1', 'parse_markdown', { markdown: slowMarkdown() })).rejects.toMatchObject({ code: 'busy' });
  });

  it('ends a job at its limit of memory, refuses it and starts another thread for the next', async () => {
    const pool = newPool({ memory_mb: 24 });
    const many = 'a '.repeat(900_000);
    const large = createDocument([{ type: 'paragraph', content: [{ type: 'text', text: many }] }], newBlockId);
    const job = pool.run('spc_1', 'apply_edits', {
      state: large,
      base: large,
      edits: [{ op: 'replace_all', markdown: many.replaceAll('a', 'b') }],
    });
    await expect(job).rejects.toMatchObject({ code: 'too_large' });
    expect(await pool.run('spc_1', 'write_markdown', { blocks: parseMarkdown('*a*') })).toBe('*a*\n');
  });

  it('lets owners take turns', async () => {
    const pool = newPool();
    const done: string[] = [];
    const run = async (owner: string, markdown: string) => {
      await pool.run(owner, 'parse_markdown', { markdown });
      done.push(markdown);
    };
    await Promise.all([...['a1', 'a2', 'a3'].map((name) => run('a', name)), run('b', 'b1')]);
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('performs short jobs without a thread, and others in one', async () => {
    const pool = newPool({ limits: { cpu_ms: 60_000, wall_clock_ms: 0, check_ms: 1 } });
    expect(await pool.runShort('spc_1', 'parse_markdown', { markdown: 'short' })).toHaveLength(1);
    await expect(pool.runShort('spc_1', 'parse_markdown', { markdown: slowMarkdown() })).rejects.toMatchObject({ code: 'busy' });
  });
});
