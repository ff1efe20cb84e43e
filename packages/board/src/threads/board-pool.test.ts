import { afterEach, describe, expect, it } from '@jest/globals';
import { boardOf, join } from '../../test/fixtures/boards.ts';
import { changeElements } from '../changes/change-elements.ts';
import { emptyBoard } from '../document/load-board.ts';
import { BoardError } from '../schema/board-error.ts';
import { type BoardPool, createBoardPool } from './board-pool.ts';

const pools: BoardPool[] = [];

function newPool(): BoardPool {
  const pool = createBoardPool({ threads: 1, limits: { cpu_ms: 60_000, wall_clock_ms: 600_000, check_ms: 50 }, memory_mb: 256 });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()));
});

describe('createBoardPool', () => {
  it('performs jobs in a thread, and gives refusals with their code and place', async () => {
    const pool = newPool();
    const created = await pool.run('spc_1', 'create_elements', { state: emptyBoard(), elements: [{ type: 'sticky', text: 'Idea' }] });
    const state = await pool.run('spc_1', 'join_updates', { state: null, updates: [created.update!] });
    expect(await pool.run('spc_1', 'read_elements', { state })).toEqual(created.elements);
    expect(await pool.run('spc_1', 'describe', { state })).toMatchObject({ text: 'Idea', counts: { sticky: 1 } });
    const refusal = pool.run('spc_1', 'delete_elements', { state, ids: ['elm_none'] });
    await expect(refusal).rejects.toThrow(BoardError);
    await expect(refusal).rejects.toMatchObject({ code: 'unknown_element', place: { index: 0, element_id: 'elm_none' } });
  });

  it('follows a whiteboard and checks the updates of its writers', async () => {
    const pool = newPool();
    const { state, elements } = boardOf({ type: 'sticky' });
    const { update } = changeElements(state, [{ element_id: elements[0]!.id, text: 'typed' }]);
    const followed = { document: 'wbd_1', held: null, state, stored: [], updates: [], state_vector: null };
    await pool.run('spc_1', 'follow_board', { ...followed, becomes: 'one' });
    const answer = await pool.run('spc_1', 'follow_board', {
      ...followed,
      held: 'one',
      becomes: 'two',
      state: null,
      updates: [update!, new Uint8Array([9, 9])],
      state_vector: new Uint8Array([0]),
    });
    expect(answer!.outcomes).toEqual([{ is_changed: true }, { refusal: expect.stringContaining('whiteboard') }]);
    expect(await pool.run('spc_1', 'describe', { state: join(emptyBoard(), answer!.lacking!.update) })).toMatchObject({ text: 'typed' });
  });
});
