import { type CallContext, request } from '@space/bus';
import { spaceDirectory } from '@space/contracts/platform';
import type { Directories } from './people.ts';

/** Returns the time zone of the Space. It asks another service, so it must not run in a transaction. */
export const findZone = async ({ bus }: Directories, context: CallContext): Promise<string> =>
  (await request(bus, context, spaceDirectory, 'timezone', {})).timezone;
