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

/** A consumer that does with each batch what it is told, and what it was given. */
function consumer(handle: (events: readonly LoggedEvent[], attempt: number) => void) {
  const batches: string[][] = [];
  const setAside: DeadLetter[] = [];
  const some: Consumer = {
    group: 'delivery',
    async handle(events) {
      batches.push(events.map(({ id }) => id));
      handle(events, batches.length);
    },
    async deadLetter(poison) {
      setAside.push(poison);
    },
  };
  return { some, batches, setAside };
}

const running = () => false;

describe('a batch', () => {
  test('that is handled is handed over once', async () => {
    const { some, batches } = consumer(() => {});
    await handleWithRetry(some, [event(1), event(2)], {}, running);
    expect(batches).toEqual([['evt_1', 'evt_2']]);
  });

  test('that fails because the database is away is handed over whole until it succeeds', async () => {
    const { some, batches, setAside } = consumer((_events, attempt) => {
      if (attempt < 5) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    await handleWithRetry(some, [event(1), event(2)], {}, running);
    expect(batches).toEqual(Array.from({ length: 5 }, () => ['evt_1', 'evt_2']));
    expect(setAside).toEqual([]);
  });

  test('that fails for another reason is handed over event by event, and only the bad one is set aside', async () => {
    const failures: string[] = [];
    const { some, batches, setAside } = consumer((events) => {
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
    expect(setAside).toEqual([{ event_id: 'evt_2', payload: Buffer.from('{"n":2}'), reason: 'Unterminated string in JSON' }]);
    expect(failures).toEqual(['delivery: Unterminated string in JSON']);
  });

  test('that fails while the process stops is left for the next one', async () => {
    const { some, batches, setAside } = consumer(() => {
      throw new Error('fails');
    });
    await expect(handleWithRetry(some, [event(1)], {}, () => true)).rejects.toThrow('fails');
    expect([batches.length, setAside]).toEqual([1, []]);
  });

  test('is not given up when an event cannot be set aside', async () => {
    const { some } = consumer(() => {
      throw new Error('fails');
    });
    some.deadLetter = async () => {
      throw new Error('nowhere to put it');
    };
    await expect(handleWithRetry(some, [event(1)], {}, running)).rejects.toThrow('nowhere to put it');
  });
});
