import { randomUUID } from 'node:crypto';
import { type Caller, notFound, Problem } from '@space/contracts/core';
import { LIVE_PATH, LIVE_TICKET_PURPOSE, LIVE_TICKET_SECONDS, type LiveEditor, LiveTicketClaims } from '@space/contracts/live';
import { sealedToken } from '@space/crypto';
import { isoTime } from '@space/database';
import { SECOND_MS } from '@space/time';
import { apiOrigin } from '@space/web';
import { assertEditable, assertNotTrashed } from '../contents/kinds/assert-editable.ts';
import type { LivePorts } from './live-ports.ts';

/** The fields that the tickets of all kinds have. */
export interface NewTicket {
  readonly url: string;
  readonly may_write: boolean;
  readonly expires_at: string;
  readonly protocol: string;
}

/** Returns the function that makes tickets for contents of one kind. It throws `not_found`, `conflict` and `forbidden`. */
export function ticketMaker({ ports: { database, clock, box, config }, kind }: Pick<LivePorts, 'ports' | 'kind'>) {
  const tickets = sealedToken(box, { purpose: LIVE_TICKET_PURPOSE, schema: LiveTicketClaims });
  const origin = apiOrigin(config).replace(/^http/, 'ws');

  return async function newTicket({ space_id, ...caller }: Caller, content_id: string, may_write: boolean): Promise<NewTicket> {
    const editor = editorOf(caller);
    const row = (await kind.find(database, space_id, [content_id])).get(content_id);
    if (!row) throw notFound(kind.tables.noun, content_id);
    if (may_write) assertEditable(row, kind.tables);
    else assertNotTrashed(row);
    const expires = clock.now() + LIVE_TICKET_SECONDS * SECOND_MS;
    const token = tickets.seal({ id: randomUUID(), space_id, content_id, may_write, editor }, expires);
    return {
      url: `${origin}${LIVE_PATH}${content_id}?ticket=${token}`,
      may_write,
      expires_at: isoTime(expires),
      protocol: 'y-websocket',
    };
  };
}

/** Returns the editor of a ticket. Throws `forbidden` for a caller whose right no key and no session ends. */
function editorOf({ key_id, actor, person, grant_id }: Omit<Caller, 'space_id'>): LiveEditor {
  if (actor.kind === 'automation' || (key_id === '' && !person))
    throw new Problem('forbidden', 'Only a key or a person who is signed in can open a live connection.');
  return {
    key_id,
    actor,
    ...(person && { person: { id: person.id, session_id: person.session_id } }),
    ...(grant_id !== undefined && { grant_id }),
  };
}
