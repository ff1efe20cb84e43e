import { expect, test } from '@jest/globals';
import type { Request } from '@space/bus';
import { scopes } from '@space/contracts/core';
import { MAX_RUN_TURN_MS } from '@space/contracts/events';
import { isoTime, sql } from '@space/database';
import { testPorts } from '@space/runtime/testing';
import { insertAutomation } from '../src/automations/automations.queries.ts';
import { executeRun } from '../src/automations/execute-run.ts';
import { toLeasedRun } from '../src/automations/leased-run.ts';
import { claimRuns } from '../src/automations/run-worker.queries.ts';

test('an action that was saved with wait does not wait, and a run with long actions gives way to others after its turn', async () => {
  const { database, clock, drop } = await testPorts();
  const ids = { space_id: 'spc_a', id: 'aut_1', key_id: 'key_1', agent_id: null };
  const actions = Array.from({ length: 3 }, () => ({ operation: 'events.list', arguments: { limit: 5, wait: 25 } }));
  const plan = { trigger: { manual: true as const }, actions, scopes: ['automations:read'] };
  await insertAutomation(database, { ...ids, ...plan, name: 'Test', description: null, enabled: true }, isoTime(clock.now()));
  /** Inserts a run that is due now. */
  const insertRun = (id: string) =>
    database.query(sql.typeAlias('void')`
      insert into events.automation_run
        (space_id, automation_id, id, name, status, chain, actions, scopes, key_id, due_at, created_at, updated_at)
      values ('spc_a', 'aut_1', ${id}, 'Test', 'queued', 1, ${JSON.stringify(actions)}, '{automations:read}', 'key_1',
              ${isoTime(clock.now())}::timestamptz, ${isoTime(clock.now())}::timestamptz, ${isoTime(clock.now())}::timestamptz)`);
  const claimOne = async (lease: string) => {
    const [now, until] = [isoTime(clock.now()), isoTime(clock.now() + 60_000)];
    const [run] = await claimRuns(database, { now, until, lease, capacity: 1, capacity_per_space: 1, running: new Map() });
    return run!;
  };

  const bodies: unknown[] = [];
  const execution = {
    database,
    clock,
    eventLog: { notify: () => {} },
    authorizeKey: async () => ({ refusal: null, scopes: [...scopes] }),
    isStopped: () => false,
    bus: {
      async request(subject: string, { body }: Request) {
        if (!subject.includes('events.list')) return { body: new Uint8Array() };
        bodies.push(JSON.parse(new TextDecoder().decode(body!)));
        clock.advance(MAX_RUN_TURN_MS - 1);
        return { body: new TextEncoder().encode('{}') };
      },
    },
  };
  await insertRun('run_long');
  const long = await claimOne('first');
  clock.advance(1);
  await insertRun('run_other');
  await executeRun(execution, toLeasedRun(long, 'first'));
  // Its second action exceeded its turn.
  expect(bodies).toEqual([
    { limit: 5, wait: 0 },
    { limit: 5, wait: 0 },
  ]);
  expect(await claimOne('second')).toMatchObject({ id: 'run_other' });
  const again = await claimOne('third');
  expect(again).toMatchObject({ id: 'run_long', done: 2 });
  await executeRun(execution, toLeasedRun(again, 'third'));
  expect(bodies).toHaveLength(3);
  await database.end();
  await drop();
});
