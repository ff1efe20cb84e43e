import { afterAll, beforeAll, describe } from '@jest/globals';
import { testBodies } from './bodies.ts';
import { testKills } from './kills.ts';
import { testListing } from './listing.ts';
import { testRanges } from './ranges.ts';
import type { PrepareStore, Suite } from './store-under-test.ts';
import { testUploads } from './uploads.ts';

export { bytesOf, sampleBody } from './sample-body.ts';
export { type Scenario, scenarios } from './scenarios.ts';
export type { StoreUnderTest } from './store-under-test.ts';

/** Defines the tests that every object store passes: the guarantees of the port. */
export function describeObjectStore(name: string, prepare: PrepareStore): void {
  describe(`the object store ${name}`, () => {
    const suite = {} as { -readonly [K in keyof Suite]: Suite[K] };
    beforeAll(async () => {
      suite.under = await prepare();
      suite.store = await suite.under.open();
    }, 60_000);
    afterAll(async () => {
      await suite.store.close();
      await suite.under.close();
    });
    testBodies(suite);
    testRanges(suite);
    testListing(suite);
    testUploads(suite);
    testKills(suite);
  });
}
