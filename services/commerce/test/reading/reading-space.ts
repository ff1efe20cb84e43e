import { afterAll, beforeAll } from '@jest/globals';
import type { Service } from '@space/runtime';
import { callAs, newSpaceCaller, startServices, type TestServices } from '@space/runtime/testing';
import { readingServes } from '../../src/reading/serves.ts';
import { commerceRows } from '../fixtures/commerce-rows.ts';

/** A service that only reads. */
const readingService: Service = {
  name: 'commerce',
  schema: 'commerce',
  emits: false,
  open: (ports) => ({ serves: readingServes(ports) }),
};

/** Starts the reading contracts before the tests of a file and stops them after them. */
export function useReading() {
  let running: TestServices;
  beforeAll(async () => {
    running = await startServices([readingService]);
  });
  afterAll(() => running.stop());
  return {
    get ports() {
      return running.ports;
    },
    /** Returns a new Space with functions to insert its rows and to call as one of its keys. */
    newSpace() {
      const caller = newSpaceCaller();
      return { caller, call: callAs(running.ports, caller), rows: commerceRows(running.ports.database, caller.space_id) };
    },
  };
}
