import { type Call, type Handlers, Json } from '@space/bus';
import { notFound, type OutputOf } from '@space/contracts/core';
import type { pageReferences } from '@space/contracts/publishing';
import { readPage } from '@space/database';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { listPageUses } from './references.queries.ts';
import { lookUpDirectory } from './resolve-references.ts';

type Operations = (typeof pageReferences)['operations'];

/** Returns the handlers of the page references contract. The scheduling service says whether the form or booking page exists. */
export function pageReferenceHandlers({ database, bus, config }: Ports): Handlers<typeof pageReferences> {
  const origin = publicOrigin(config);
  const listUses = async ({ input, caller }: Call<Operations['form']>) =>
    new Json<OutputOf<Operations['form']>>(await readPage(database, listPageUses(caller.space_id, origin, input)));
  return {
    async form(call) {
      const { id } = call.input;
      if ((await lookUpDirectory(bus, call, [id], [])).forms.length === 0) throw notFound('form', id);
      return listUses(call);
    },
    async booking_page(call) {
      const { id } = call.input;
      if ((await lookUpDirectory(bus, call, [], [id])).booking_pages.length === 0) throw notFound('booking page', id);
      return listUses(call);
    },
  };
}
