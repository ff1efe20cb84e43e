import type { Handlers } from '@space/bus';
import type { pageDirectory } from '@space/contracts/publishing';
import type { Publishing } from '../context/publishing.ts';
import { findPublishedAddresses } from './page-addresses.queries.ts';

/** Creates the handler by which other services find the addresses of published pages. */
export const pageDirectoryHandlers = ({ ports: { database }, origin }: Publishing): Handlers<typeof pageDirectory> => ({
  find_addresses: async ({ input, caller }) => ({
    pages: [...(await findPublishedAddresses(database, origin, caller.space_id, input.ids))],
  }),
});
