import { FakeClock } from '@space/runtime/testing';
import { startHearing } from './hearing.ts';

/** A process that writes the lines of batches at a time of its own, until it is killed. */
const { url, now } = JSON.parse(process.argv[2]!) as { readonly url: string; readonly now: number };
await startHearing([], { url, clock: new FakeClock(now) });
