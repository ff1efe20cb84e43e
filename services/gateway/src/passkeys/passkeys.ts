import type { IncomingMessage } from 'node:http';
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { Problem } from '@space/contracts/core';
import { MAX_PASSKEYS, SIGN_IN_SECONDS } from '@space/contracts/people';
import { isoTime } from '@space/database';
import { metrics, type Ports } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { getCredentials, lockPerson } from '../people/persons.queries.ts';
import { announcePeopleChanged, beginSession } from '../people/session-store.ts';
import { confirmSession } from '../people/sessions.queries.ts';
import { type ChallengeKind, createChallenges } from './challenges.ts';
import { readAnswer, verifyAuthentication, verifyRegistration } from './passkey-answers.ts';
import { countPasskeys, findPasskey, listDescriptors, type NewPasskeyRow, recordPasskeyUse } from './passkeys.queries.ts';
import { relyingParty, requireRelyingParty } from './relying-party.ts';

/** A passkey that a browser made, and the challenge that it answered. */
interface MadePasskey {
  readonly row: Omit<NewPasskeyRow, 'id' | 'name'>;
  readonly challenge: string;
}

/**
 * The ceremonies of WebAuthn. A passkey verifies the person by its device (PIN, finger, face), and it is discoverable, so that a person
 * signs in without an email address. It belongs to the name in the address of the console. Methods throw `disabled` when that is no
 * name, and `forbidden` for an answer that does not fit, that comes too late, or that came before.
 */
export interface Passkeys {
  /** Returns true when passkeys can belong to the address of the console. */
  isOffered(): boolean;
  /** Returns the options with which a browser makes a passkey. Throws `limit_reached`. */
  creationOptions(personId: string): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Verifies a new passkey. */
  verifyNew(personId: string, credential: unknown): Promise<MadePasskey>;
  /** Marks the challenge of a new passkey as answered. Throws `limit_reached`. */
  assertMayAdd(tx: CommonQueryMethods, personId: string, challenge: string): Promise<void>;
  /** Returns the options with which a browser uses a passkey: one of the person, or any one without a person. */
  requestOptions(personId?: string): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Begins a session of the person with the passkey and returns its secret. */
  signIn(request: IncomingMessage, credential: unknown): Promise<string>;
  /** Confirms a session of the person with the passkey and returns the time, in milliseconds since the epoch. */
  confirm(personId: string, sessionId: string, credential: unknown): Promise<number>;
}

/** Creates the ceremonies. `consoleUrl` returns the address of the console, known when it listens. */
export function createPasskeys(
  { database, bus, clock, box, log }: Pick<Ports, 'database' | 'bus' | 'clock' | 'box' | 'log'>,
  consoleUrl: () => string,
): Passkeys {
  const challenges = createChallenges({ box, clock });
  const timeout = SIGN_IN_SECONDS * SECOND_MS;

  /** Verifies an answer, and runs `act` in the transaction that stores its use. */
  async function use<T>(
    kind: ChallengeKind,
    personId: string,
    credential: unknown,
    act: (tx: CommonQueryMethods, personId: string, now: number) => Promise<T>,
  ): Promise<T> {
    const party = requireRelyingParty(consoleUrl());
    const answer = readAnswer(credential);
    const passkey = await findPasskey(database, answer.credential.id);
    if (!passkey || (personId !== '' && passkey.person_id !== personId) || (answer.user !== '' && answer.user !== passkey.person_id))
      throw new Problem('forbidden', 'This passkey is not known here: it was removed, or it is of another console. Use another means.');
    const { challenge, counter, is_synced } = await verifyAuthentication(answer, passkey, party, challenges, kind, personId);
    const now = clock.now();
    return database.transaction(async (tx) => {
      await challenges.markAnswered(tx, challenge);
      if (!(await recordPasskeyUse(tx, passkey.id, counter, is_synced, isoTime(now)))) {
        log.warn(
          { passkey_id: passkey.id, person_id: passkey.person_id },
          'the counter of a passkey did not go on, so there may be a copy of it',
        );
        throw new Problem(
          'forbidden',
          'The counter of this passkey went back, so another device may have a copy of it. Use another means, and remove this passkey.',
        );
      }
      return act(tx, passkey.person_id, now);
    });
  }

  return {
    isOffered: () => relyingParty(consoleUrl()) !== undefined,

    async creationOptions(personId) {
      const { id: rpID } = requireRelyingParty(consoleUrl());
      const [{ generateRegistrationOptions }, { name, email }, known] = await Promise.all([
        import('@simplewebauthn/server'),
        getCredentials(database, personId),
        listDescriptors(database, personId),
      ]);
      if (known.length >= MAX_PASSKEYS) throw tooMany();
      return generateRegistrationOptions({
        rpName: 'Space',
        rpID,
        userID: Uint8Array.from(Buffer.from(personId)),
        userName: email,
        userDisplayName: name,
        challenge: challenges.create('add', personId),
        timeout,
        attestationType: 'none',
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async verifyNew(personId, credential) {
      const party = requireRelyingParty(consoleUrl());
      const {
        credential: made,
        credentialBackedUp,
        challenge,
        transports,
      } = await verifyRegistration(credential, party, challenges, personId);
      const row = {
        person_id: personId,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey),
        counter: made.counter,
        transports,
        is_synced: credentialBackedUp,
      };
      return { row, challenge };
    },

    async assertMayAdd(tx, personId, challenge) {
      await challenges.markAnswered(tx, challenge);
      await lockPerson(tx, personId);
      if ((await countPasskeys(tx, personId)) >= MAX_PASSKEYS) throw tooMany();
    },

    async requestOptions(personId) {
      const { id: rpID } = requireRelyingParty(consoleUrl());
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      const known = personId === undefined ? [] : await listDescriptors(database, personId);
      if (personId !== undefined && known.length === 0) throw new Problem('disabled', 'You have no passkey; confirm in another way.');
      return generateAuthenticationOptions({
        rpID,
        challenge: personId === undefined ? challenges.create('sign_in', '') : challenges.create('confirm', personId),
        timeout,
        userVerification: 'required',
        allowCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
      });
    },

    async signIn(request, credential) {
      try {
        const secret = await use('sign_in', '', credential, async (tx, personId, now) => {
          log.info({ person_id: personId, method: 'passkey' }, 'a person signed in');
          return beginSession(tx, request, personId, now, 'passkey');
        });
        metrics.signIns.inc({ method: 'passkey', outcome: 'ok' });
        return secret;
      } catch (error) {
        if (error instanceof Problem) metrics.signIns.inc({ method: 'passkey', outcome: 'refused' });
        throw error;
      }
    },

    async confirm(personId, sessionId, credential) {
      const at = await use('confirm', personId, credential, async (tx, _personId, now) => {
        await confirmSession(tx, personId, sessionId, isoTime(now));
        return now;
      });
      announcePeopleChanged(bus, personId);
      return at;
    },
  };
}

const tooMany = (): Problem => new Problem('limit_reached', `You have ${MAX_PASSKEYS} passkeys, which is the maximum; remove one first.`);
