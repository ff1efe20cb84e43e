import { type LiveEditor, type LiveKind, liveKindOf, MAX_AWARENESS_BYTES, MAX_AWARENESS_CLIENTS } from '@space/contracts/live';
import { WhiteboardPresence } from '@space/contracts/whiteboards';
import { MINUTE_MS } from '@space/time';
import type { AwarenessEntry } from './messages.ts';

/*
 * The cursors and names of the editors of one document or whiteboard, in the memory of one gateway. They are passed on and never stored. A client may send
 * anything: each connection has one client id, which it takes with its first message, and the name in it is that of its ticket. Editors of
 * y-websocket also repeat what they received of others; that is ignored.
 */

/** The time after which the cursor of an editor at another gateway is forgotten, unless it was renewed. Editors renew theirs every 15 seconds. */
const REMOTE_TTL_MS = MINUTE_MS;

interface Known extends AwarenessEntry {
  /** The connection of this gateway that it is of; undefined for one of another gateway, and for an editor that left. */
  readonly owner: object | undefined;
  readonly actor_id: string | undefined;
  readonly at: number;
}

/** The cursors of one channel. Each method returns the entries that others must receive. */
export interface Cursors {
  /** Takes what a connection says. */
  receive(owner: object, editor: Pick<LiveEditor, 'actor'>, entries: readonly AwarenessEntry[]): AwarenessEntry[];
  /** Takes what another gateway says. */
  receiveRemote(entries: readonly AwarenessEntry[]): AwarenessEntry[];
  leave(owner: object): AwarenessEntry[];
  /** Returns the entries of the connections of this gateway. */
  own(): AwarenessEntry[];
  all(): AwarenessEntry[];
}

/** Creates the cursors of a channel without editors. States that do not fit the kind of its content are not passed on. */
export function createCursors(content_id: string, now: () => number = Date.now): Cursors {
  const kind = liveKindOf(content_id);
  const known = new Map<number, Known>();
  const clientOf = new WeakMap<object, number>();

  function store(entry: Known): AwarenessEntry {
    known.delete(entry.client);
    known.set(entry.client, entry);
    if (known.size > MAX_AWARENESS_CLIENTS) known.delete(known.keys().next().value!);
    return plain(entry);
  }

  /** Returns true if a connection may speak for a client id: its own one, or one that is free or that it had before, at its first message. */
  function mayTake(owner: object, actorId: string, { client, state }: AwarenessEntry): boolean {
    const taken = clientOf.get(owner);
    if (taken !== undefined) return taken === client;
    const before = known.get(client);
    return state !== null && (before?.owner === undefined || before.actor_id === actorId);
  }

  return {
    receive(owner, { actor }, entries) {
      return entries.flatMap((entry) => {
        const before = known.get(entry.client);
        const isNewer =
          !before || entry.clock > before.clock || (entry.clock === before.clock && entry.state === null && before.state !== null);
        if (!isNewer || !mayTake(owner, actor.id, entry)) return [];
        const state = withName(entry.state, actor, kind);
        if (state === undefined) return [];
        clientOf.set(owner, entry.client);
        return [store({ ...entry, state, owner, actor_id: actor.id, at: now() })];
      });
    },
    receiveRemote(entries) {
      return entries.flatMap((entry) => {
        const before = known.get(entry.client);
        // The editor is at this gateway now.
        if (before?.owner !== undefined && before.clock >= entry.clock) return [];
        if (before && entry.clock < before.clock) return [];
        return [store({ ...entry, owner: undefined, actor_id: undefined, at: now() })];
      });
    },
    leave(owner) {
      const client = clientOf.get(owner);
      const last = client === undefined ? undefined : known.get(client);
      // The editor may have come back over another connection.
      if (last?.owner !== owner || last.state === null) return [];
      return [store({ ...last, state: null, owner: undefined })];
    },
    own: () => [...known.values()].filter(({ owner, state }) => owner !== undefined && state !== null).map(plain),
    all() {
      const oldest = now() - REMOTE_TTL_MS;
      return [...known.values()].filter(({ owner, state, at }) => state !== null && (owner !== undefined || at >= oldest)).map(plain);
    },
  };
}

const plain = ({ client, clock, state }: AwarenessEntry): AwarenessEntry => ({ client, clock, state });

/** Returns a state with the name of the ticket in `user`; undefined for one that is too large, no object, or does not fit a kind of content. */
function withName(state: string | null, { id, kind, name }: LiveEditor['actor'], content: LiveKind | undefined): string | null | undefined {
  if (state === null) return null;
  if (state.length > MAX_AWARENESS_BYTES) return undefined;
  const given = parseObject(state);
  if (!given || (content === 'whiteboard' && !WhiteboardPresence.safeParse(given).success)) return undefined;
  const user = isObject(given.user) ? given.user : {};
  const named = JSON.stringify({ ...given, user: { ...user, name, id, kind } });
  return Buffer.byteLength(named) > MAX_AWARENESS_BYTES ? undefined : named;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
