import type { Answer, Call } from '@space/bus';
import { invalidFields, notFound } from '@space/contracts/core';
import type { documentLive } from '@space/contracts/documents';
import { replayIfStored } from '@space/event-log';
import { assertEditable } from '../contents/kinds/assert-editable.ts';
import { isChange, storeUpdates, storing } from './append-live.ts';
import type { LivePorts } from './live-ports.ts';
import { UpdatesTooHeavyError } from './live-states.ts';

type Push = (typeof documentLive)['operations']['push'];

/** Checks and stores the update of a client without a WebSocket. It runs in the turn of its content. */
export async function pushUpdate({ ports, states, writer, kind }: LivePorts, call: Call<Push>): Promise<Answer<Push>> {
  const { id } = call.input;
  const { space_id: space, actor } = call.caller;
  const stored = await replayIfStored('library', ports, call);
  if (stored) return stored;
  const update = new Uint8Array(Buffer.from(call.input.update_base64, 'base64'));
  const before = (await kind.find(ports.database, space, [id])).get(id);
  if (!before) throw notFound(kind.tables.noun, id);
  assertEditable(before, kind.tables);
  const { outcomes, state_vector } = await states.follow(space, id, { updates: [update], state_vector: null }).catch(refuseHeavy);
  const [outcome] = outcomes;
  if ('refusal' in outcome!) throw refuseUpdate(outcome.refusal);
  const answerAt = (version: number, previous_version: number) => ({
    id,
    version,
    previous_version,
    state_vector_base64: Buffer.from(state_vector).toString('base64'),
  });
  if (!isChange(outcome!)) return writer.write(call, async () => answerAt(before.content_version, before.content_version));
  let answer: Answer<Push> | undefined;
  const storeOnce = async (): Promise<number | undefined> => {
    let first: number | undefined;
    answer = await writer.write(call, async function storeInTransaction(tx) {
      const row = (await kind.lock(tx, space, [id])).get(id);
      if (!row) throw notFound(kind.tables.noun, id);
      assertEditable(row, kind.tables);
      first = await storeUpdates(tx, kind.tables, row, [{ update, actor }], tx.now);
      return answerAt(first, first - 1);
    });
    return call.dry_run ? undefined : first;
  };
  await storing({ ports, states }, { id, updates: [{ update, actor }], batch: null }, storeOnce);
  return answer!;
}

const refuseUpdate = (reason: string) =>
  invalidFields([{ path: 'update_base64', code: 'invalid_update', message: reason.replace(/\.$/, '') }]);

function refuseHeavy(error: unknown): never {
  throw error instanceof UpdatesTooHeavyError ? refuseUpdate(error.message) : error;
}
