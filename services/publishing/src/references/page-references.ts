import { type Call, type Handlers, Json } from '@space/bus';
import { notFound, type OutputOf } from '@space/contracts/core';
import type { pageReferences } from '@space/contracts/publishing';
import { readPage } from '@space/database';
import type { Publishing } from '../context/publishing.ts';
import { listPageUses } from './references.queries.ts';
import { lookUpDirectory } from './resolve-references.ts';

type Operations = (typeof pageReferences)['operations'];

/** Answers which pages use a form or a booking page; whether that is there is for scheduling to say. */
export function pageReferenceHandlers({ ports: { database, bus }, origin }: Publishing): Handlers<typeof pageReferences> {
  const uses = async ({ input, caller }: Call<Operations['form']>) =>
    new Json<OutputOf<Operations['form']>>(await readPage(database, listPageUses(caller.space_id, origin, input)));
  return {
    form: async (call) => {
      const { id } = call.input;
      if ((await lookUpDirectory(bus, call, [id], [])).forms.length === 0) throw notFound('form', id);
      return uses(call);
    },
    booking_page: async (call) => {
      const { id } = call.input;
      if ((await lookUpDirectory(bus, call, [], [id])).booking_pages.length === 0) throw notFound('booking page', id);
      return uses(call);
    },
  };
}
