import { randomUUID } from 'node:crypto';
import type { Call, Handlers } from '@space/bus';
import { type Caller, invalidFields, Problem } from '@space/contracts/core';
import {
  type documentLive,
  LIVE_PATH,
  LIVE_TICKET_PURPOSE,
  LIVE_TICKET_SECONDS,
  type LiveEditor,
  type LiveTicket,
  LiveTicketContent,
  MAX_LIVE_PART_BYTES,
} from '@space/contracts/documents';
import { sealedToken } from '@space/crypto';
import { isoTime } from '@space/database';
import { replayIfStored } from '@space/event-log';
import { FRAGMENT_NAME, SCHEMA_VERSION } from '@space/rich-text';
import { SECOND_MS } from '@space/time';
import { apiOrigin } from '@space/web';
import { loadPresent, versionGone } from '../../contents/storage/load-state.ts';
import { assertEditable, assertNotTrashed, findDocument, lockDocuments } from '../rows/find-document.ts';
import { isChange, storeUpdates, storing } from './append-live.ts';
import { listUpdates } from './live.queries.ts';
import type { LivePorts } from './live-ports.ts';
import { UpdatesTooHeavyError } from './live-states.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Creates the handlers of tickets for live editing, and of updates for clients without a WebSocket. */
export function liveHandlers(from: LivePorts): Handlers<typeof documentLive> {
  const { ports, writer, texts } = from;
  const { database, clock, box, config } = ports;
  const tickets = sealedToken(box, { purpose: LIVE_TICKET_PURPOSE, schema: LiveTicketContent });
  const origin = apiOrigin(config).replace(/^http/, 'ws');

  async function newTicket({ space_id, ...caller }: Caller, document_id: string, may_write: boolean): Promise<LiveTicket> {
    const editor = editorOf(caller);
    const document = await findDocument(database, space_id, document_id);
    if (may_write) assertEditable(document);
    else assertNotTrashed(document);
    const expires = clock.now() + LIVE_TICKET_SECONDS * SECOND_MS;
    const token = tickets.seal({ id: randomUUID(), space_id, document_id, may_write, editor }, expires);
    return {
      url: `${origin}${LIVE_PATH}${document_id}?ticket=${token}`,
      may_write,
      expires_at: isoTime(expires),
      protocol: 'y-websocket',
      fragment: FRAGMENT_NAME,
      schema_version: SCHEMA_VERSION,
    };
  }

  return {
    read_ticket: ({ input, caller }) => newTicket(caller, input.id, false),

    async ticket(call) {
      const answer = await newTicket(call.caller, call.input.id, true);
      return writer.write(call, async () => answer);
    },

    async updates({ input: { id, after, limit }, caller: { space_id: space } }) {
      const document = await findDocument(database, space, id);
      const { content_version: present } = document;
      if (after === 0) {
        const update = await loadPresent(database, texts, space, document);
        if (update.length > MAX_LIVE_PART_BYTES)
          throw new Problem('too_large', 'The whole state of this document is too large for one answer; follow it live instead.');
        return {
          version: present,
          updates: [{ version: present, update_base64: base64(update), actor: null, created_at: null }],
          next_after: null,
        };
      }
      const rows = await listUpdates(database, space, id, after, limit);
      if (present > after && rows[0]?.version !== after + 1) throw versionGone(after + 1);
      const version = rows.at(-1)?.version ?? present;
      const updates = rows.map(({ update, ...row }) => ({ ...row, update_base64: base64(update) }));
      return { version, updates, next_after: version < present ? version : null };
    },

    push: (call) => from.turns(call.input.id, () => push(from, call)),
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

async function push(from: LivePorts, call: Call<(typeof documentLive)['operations']['push']>) {
  const { states, writer, ports } = from;
  const { id } = call.input;
  const { space_id: space, actor } = call.caller;
  const stored = await replayIfStored('library', ports, call);
  if (stored) return stored;
  const update = new Uint8Array(Buffer.from(call.input.update_base64, 'base64'));
  const before = await findDocument(ports.database, space, id);
  assertEditable(before);
  const { outcomes, state_vector } = await states.follow(space, id, { updates: [update], state_vector: null }).catch(refuseHeavy);
  const [outcome] = outcomes;
  if ('refusal' in outcome!) throw refuseUpdate(outcome.refusal);
  const answerAt = (version: number, previous_version: number) => ({
    id,
    version,
    previous_version,
    state_vector_base64: base64(state_vector),
  });
  if (!isChange(outcome!)) return writer.write(call, async () => answerAt(before.content_version, before.content_version));
  let answer = answerAt(before.content_version, before.content_version);
  let sent: Awaited<ReturnType<typeof writer.write<typeof call.operation>>> | undefined;
  await storing(from, id, [{ update, actor }], null, async function storeOnce() {
    let first: number | undefined;
    sent = await writer.write(call, async function storeInTransaction(tx) {
      const [document] = await lockDocuments(tx, space, [id]);
      assertEditable(document!);
      first = await storeUpdates(tx, document!, [{ update, actor }], tx.now);
      answer = answerAt(first, first - 1);
      return answer;
    });
    return call.dry_run ? undefined : first;
  });
  return sent!;
}

const refuseUpdate = (reason: string) =>
  invalidFields([{ path: 'update_base64', code: 'invalid_update', message: reason.replace(/\.$/, '') }]);

function refuseHeavy(error: unknown): never {
  throw error instanceof UpdatesTooHeavyError ? refuseUpdate(error.message) : error;
}
