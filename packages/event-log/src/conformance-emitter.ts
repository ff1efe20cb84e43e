import { type Caller, eventType, operation } from '@space/contracts/core';
import { createSecretBox } from '@space/crypto';
import { type Database, newId, systemClock } from '@space/database';
import { z } from 'zod';
import { countOutbox } from './conformance.queries.ts';
import { createWriter } from './writer.ts';

const happened = eventType({
  type: 'conformance_happened',
  group: 'conformance',
  label: 'It happened',
  data: z.object({ n: z.number(), text: z.string().optional() }),
  sample: { n: 1 },
  filters: [],
});

const happen = operation({ summary: 'Make it happen', input: z.strictObject({}), output: z.object({}), emits: [happened] });

/** Emits events into the outbox of one schema. */
export interface Emitter {
  readonly schema: string;
  /** Returns the ids of new Spaces. */
  spaces(count: number): string[];
  emit(space: string, data: { n: number; text?: string }, traceparent?: string): Promise<void>;
  /** Emits in a transaction that is rolled back. */
  emitAndFail(space: string, data: { n: number }): Promise<void>;
  /** Returns the number of events in the outbox. */
  waiting(): Promise<number>;
}

/** Creates an emitter that notifies no reader, so that readers find its events by polling. */
export function createEmitter(database: Database, schema: string): Emitter {
  const writer = createWriter(schema, {
    database,
    clock: systemClock,
    eventLog: { notify: () => {} },
    box: createSecretBox(Buffer.alloc(32).toString('base64')),
  });
  const call = (space_id: string, trace: Record<string, string>) => {
    const caller: Caller = { space_id, key_id: '', actor: { kind: 'person', id: 'person_1', name: 'Ada' } };
    return {
      operation: happen,
      operation_id: 'conformance.happen',
      input: {},
      caller,
      request_id: 'req_1',
      trace,
      if_version: null,
      dry_run: false,
      replayed: false,
      is_lenient: false,
      understood: [],
    };
  };
  return {
    schema,
    spaces: (count) => Array.from({ length: count }, () => newId('spc')),
    async emit(space, data, traceparent) {
      await writer.write(call(space, traceparent ? { traceparent } : {}), async (tx) => {
        tx.emit(happened, data);
        return {};
      });
    },
    async emitAndFail(space, data) {
      await writer.write(call(space, {}), async (tx) => {
        tx.emit(happened, data);
        throw new Error('rolled back');
      });
    },
    waiting: () => countOutbox(database, schema),
  };
}
