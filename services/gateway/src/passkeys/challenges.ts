import { randomBytes } from 'node:crypto';
import { Problem } from '@space/contracts/core';
import { SIGN_IN_SECONDS } from '@space/contracts/people';
import { type SecretBox, sealedToken } from '@space/crypto';
import { type Clock, isoTime } from '@space/database';
import { SECOND_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { hashOfSecret } from '../auth/secret-token.ts';
import { storeAnsweredChallenge } from './challenges.queries.ts';

/** Names the purpose of a challenge. A challenge of one kind is refused for another. */
export type ChallengeKind = 'add' | 'confirm' | 'sign_in';

const RANDOM_BYTES = 16;

const Content = z.object({ kind: z.enum(['add', 'confirm', 'sign_in']), person: z.string(), random: z.string() });

/** Makes challenges and reads them back. A challenge is sealed, so that a visitor who asks for many of them fills no table. */
export interface Challenges {
  /** Returns the bytes of a new challenge; `personId` is '' when anyone may answer it. */
  create(kind: ChallengeKind, personId: string): Uint8Array<ArrayBuffer>;
  /** Throws `forbidden` for a challenge in base64url that is of another kind or person, or too old. */
  assertValid(challenge: string, kind: ChallengeKind, personId: string): void;
  /** Stores that a challenge was answered. Throws `forbidden` when it was answered before. */
  markAnswered(tx: CommonQueryMethods, challenge: string): Promise<void>;
}

/** Creates the challenges of an installation. */
export function createChallenges({ box, clock }: { readonly box: SecretBox; readonly clock: Clock }): Challenges {
  const tokens = sealedToken(box, { purpose: 'passkey challenge', schema: Content, now: () => clock.now() });
  const endOf = (now: number): number => now + SIGN_IN_SECONDS * SECOND_MS;
  return {
    create(kind, person) {
      const random = randomBytes(RANDOM_BYTES).toString('base64url');
      return Uint8Array.from(Buffer.from(tokens.seal({ kind, person, random }, endOf(clock.now())), 'base64url'));
    },
    assertValid(challenge, kind, person) {
      const content = tokens.open(challenge);
      if (content?.kind !== kind || content.person !== person)
        throw new Problem('forbidden', 'This took too long, or it was begun elsewhere. Begin again.');
    },
    async markAnswered(tx, challenge) {
      const now = clock.now();
      if (!(await storeAnsweredChallenge(tx, hashOfSecret(challenge), isoTime(endOf(now)))))
        throw new Problem('forbidden', 'This answer of a passkey was used already. Begin again.');
    },
  };
}
