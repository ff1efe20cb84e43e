import { describe, expect, test } from '@jest/globals';
import type { Consumer, DeadLetter, LoggedEvent } from './event-log.ts';
import { handleWithRetry } from './retry.ts';

const event = (n: number): LoggedEvent => ({
  id: `evt_${n}`,
  type: 'counted',
  space_id: 'spc_1',
  source: 'test',
  body: `{"n":${n}}`,
  trace: null,
  recorded_at: null,
});

/** Creates a consumer that calls `handle` for each batch, and records batches and dead letters. */
function consumer(handle: (events: readonly LoggedEvent[], attempt: number) => void) {
  const batches: string[][] = [];
  const deadLetters: DeadLetter[] = [];
  const some: Consumer = {
    group: 'delivery',
    async handle(events) {
      batches.push(events.map(({ id }) => id));
      handle(events, batches.length);
    },
    async deadLetter(letter) {
      deadLetters.push(letter);
    },
  };
  return { some, batches, deadLetters };
}

const running = () => false;

describe('a batch', () => {
  test.concurrent('that succeeds is handled once', async () => {
    const { some, batches } = consumer(() => {});
    await handleWithRetry(some, [event(1), event(2)], {}, running);
    expect(batches).toEqual([['evt_1', 'evt_2']]);
  });

  test.concurrent('that fails with a transient error is retried as a whole until it succeeds', async () => {
    const { some, batches, deadLetters } = consumer((_events, attempt) => {
      if (attempt < 5) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    await handleWithRetry(some, [event(1), event(2)], {}, running);
    expect(batches).toEqual(Array.from({ length: 5 }, () => ['evt_1', 'evt_2']));
    expect(deadLetters).toEqual([]);
  });

  test.concurrent('that fails with another error is handled event by event, and only the failing event becomes a dead letter', async () => {
    const failures: string[] = [];
    const { some, batches, deadLetters } = consumer((events) => {
      if (events.some(({ id }) => id === 'evt_2')) throw new TypeError('Unterminated string in JSON');
    });
    await handleWithRetry(
      some,
      [event(1), event(2), event(3)],
      { deadLettered: (group, reason) => void failures.push(`${group}: ${reason}`) },
      running,
    );
    const whole = ['evt_1', 'evt_2', 'evt_3'];
    expect(batches).toEqual([whole, whole, ['evt_1'], ...Array.from({ length: 5 }, () => ['evt_2']), ['evt_3']]);
    expect(deadLetters).toEqual([{ event_id: 'evt_2', payload: Buffer.from('{"n":2}'), reason: 'Unterminated string in JSON' }]);
    expect(failures).toEqual(['delivery: Unterminated string in JSON']);
  });

  test.concurrent('that fails while the process stops is left to the next process', async () => {
    const { some, batches, deadLetters } = consumer(() => {
      throw new Error('fails');
    });
    await expect(handleWithRetry(some, [event(1)], {}, () => true)).rejects.toThrow('fails');
    expect([batches.length, deadLetters]).toEqual([1, []]);
  });

  test.concurrent('rejects if a dead letter cannot be stored', async () => {
    const { some } = consumer(() => {
      throw new Error('fails');
    });
    some.deadLetter = async () => {
      throw new Error('nowhere to put it');
    };
    await expect(handleWithRetry(some, [event(1)], {}, running)).rejects.toThrow('nowhere to put it');
  });
});
