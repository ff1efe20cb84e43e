import { scopesOfRole } from '@space/contracts/core';
import { type LiveTicketClaims, liveKindOf, liveScope } from '@space/contracts/live';
import type { Clock, Database } from '@space/database';
import type { Authenticator } from '../auth/authenticate.ts';
import { endOfSession, type SessionStore } from '../people/session-store.ts';
import { contentEnds, ENDS, type LiveEnd } from './close-codes.ts';
import { findSessionsIn, findValidGrants, findValidKeys } from './credentials.queries.ts';

/** A connection as its right sees it. */
type LiveRight = Pick<LiveTicketClaims, 'space_id' | 'content_id' | 'editor' | 'may_write'>;

/** The keys and sessions whose holders have live connections. A connection ends with the key or session that asked for its ticket. */
export interface LiveCredentials {
  /** Calls `onChanged` when the key, the grant, the session or the membership of a connection changes. Returns the function that ends this. */
  watch(right: LiveRight, onChanged: () => void): () => void;
  /** Returns why connections must end, in their order; undefined for those that may go on. */
  check(rights: readonly LiveRight[]): Promise<(LiveEnd | undefined)[]>;
}

/** Creates the credentials of a gateway. */
export function createLiveCredentials(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  authenticator: Pick<Authenticator, 'watch'>,
  sessions: Pick<SessionStore, 'watch'>,
): LiveCredentials {
  return {
    watch({ space_id, editor: { person, key_id, actor, grant_id } }, onChanged) {
      if (person) return sessions.watch(person.id, onChanged);
      const client = grant_id === undefined ? {} : { client: { grant_id, name: '' } };
      return authenticator.watch({ caller: { space_id, key_id, actor }, ...client }, onChanged);
    },

    async check(rights) {
      const now = clock.now();
      const ofPersons = rights.flatMap(({ space_id, editor: { person } }) =>
        person ? [{ session_id: person.session_id, person_id: person.id, space_id }] : [],
      );
      const distinct = new Map(ofPersons.map((one) => [`${one.session_id} ${one.space_id}`, one]));
      const keys = await findValidKeys(database, [...new Set(rights.flatMap(({ editor }) => (editor.person ? [] : editor.key_id)))], now);
      const grants = await findValidGrants(database, [...new Set(rights.flatMap(({ editor }) => editor.grant_id ?? []))], now);
      const found = await findSessionsIn(database, [...distinct.values()]);
      const standing = new Map(found.map((one) => [`${one.session_id} ${one.space_id}`, one]));

      return rights.map((right) => {
        const { space_id, editor } = right;
        const { person, key_id, grant_id } = editor;
        if (!person) {
          const scopes = grant_id === undefined || grants.has(grant_id) ? keys.get(key_id) : undefined;
          return scopes ? endWithout(scopes, right) : ENDS.credential;
        }
        const session = standing.get(`${person.session_id} ${space_id}`);
        if (!session || now >= endOfSession(session)) return ENDS.credential;
        return endWithout(session.role ? scopesOfRole(session.role, session.may_run === true) : [], right);
      });
    },
  };
}

function endWithout(scopes: readonly string[], { content_id, may_write }: LiveRight): LiveEnd | undefined {
  const scope = liveScope(liveKindOf(content_id)!, may_write ? 'write' : 'read');
  return scopes.includes(scope) ? undefined : contentEnds(content_id).permission;
}
