import type { AuthenticationResponseJSON, RegistrationResponseJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { Problem } from '@space/contracts/core';
import { z } from 'zod';
import type { ChallengeKind, Challenges } from './challenges.ts';
import type { PasskeyRow } from './passkeys.queries.ts';
import type { RelyingParty } from './relying-party.ts';

/*
 * The answers of browsers to a challenge (WebAuthn level 3, 5.1.3 and 5.1.4). @simplewebauthn/server parses and verifies them. What a
 * person can do something about is checked here first, with a sentence each.
 */

const base64url = z.string().regex(/^[A-Za-z0-9_-]*$/);
const MAX_TRANSPORTS = 10;
const transports = z.array(z.string().max(32)).max(MAX_TRANSPORTS).default([]);

const common = { id: base64url.max(1_400), rawId: base64url.max(1_400), type: z.literal('public-key') };

const RegistrationAnswer = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports }),
});

const AuthenticationAnswer = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url, userHandle: base64url.nullish() }),
});

const ClientData = z.object({ type: z.string(), challenge: z.string(), origin: z.string() });

/** The id of the authenticator, the challenge and the user of an answer that is not verified yet. */
export interface PasskeyAnswer {
  readonly credential: AuthenticationResponseJSON;
  /** The person that the authenticator stored, '' when it names none. */
  readonly user: string;
}

/** The part of @simplewebauthn/server that verifies; its megabytes load with the first passkey. */
const loadServer = () => import('@simplewebauthn/server');

const doesNotFit = (): Problem => new Problem('forbidden', 'The answer of the passkey does not fit. Begin again.');

/** Returns an answer to navigator.credentials.get(). Throws `forbidden` for anything else. */
export function readAnswer(credential: unknown): PasskeyAnswer {
  const { response, ...rest } = parse(AuthenticationAnswer, credential);
  const { userHandle, ...own } = response;
  const user = Buffer.from(userHandle ?? '', 'base64url').toString();
  return { credential: { ...rest, response: own, clientExtensionResults: {} }, user };
}

/** Returns the passkey of an answer to navigator.credentials.create(), with its challenge. Throws `forbidden` for an answer that does not fit. */
export async function verifyRegistration(
  credential: unknown,
  party: RelyingParty,
  challenges: Challenges,
  personId: string,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']> & { readonly challenge: string; readonly transports: string[] }> {
  const answer = parse(RegistrationAnswer, credential);
  const challenge = openClientData(answer.response.clientDataJSON, party, challenges, 'add', personId);
  const response = { ...answer, clientExtensionResults: {} } as unknown as RegistrationResponseJSON;
  const verified = await attempt(async () => {
    await assertWithoutCertificate(answer.response.attestationObject);
    const { verifyRegistrationResponse } = await loadServer();
    return verifyRegistrationResponse({ response, expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id });
  });
  if (!verified.verified) throw doesNotFit();
  return { ...verified.registrationInfo, challenge, transports: answer.response.transports };
}

/** Returns the challenge and the counter of an answer that a passkey has signed. Throws `forbidden` for an answer that does not fit. */
export async function verifyAuthentication(
  { credential }: PasskeyAnswer,
  passkey: PasskeyRow,
  party: RelyingParty,
  challenges: Challenges,
  kind: ChallengeKind,
  personId: string,
): Promise<{ readonly challenge: string; readonly counter: number; readonly is_synced: boolean }> {
  const challenge = openClientData(credential.response.clientDataJSON, party, challenges, kind, personId);
  const verified = await attempt(async () => {
    const { verifyAuthenticationResponse } = await loadServer();
    return verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The counter is compared when it is stored, in one statement, so that of two uses of a copied passkey one fails.
      credential: { id: passkey.credential_id, publicKey: Uint8Array.from(passkey.public_key), counter: 0 },
    });
  });
  if (!verified.verified) throw doesNotFit();
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { challenge, counter: newCounter, is_synced: credentialBackedUp };
}

/** Returns the challenge of the client data. Throws `forbidden` for another origin, and for a challenge that is not ours or too old. */
function openClientData(text: string, party: RelyingParty, challenges: Challenges, kind: ChallengeKind, personId: string): string {
  const { challenge, origin } = parse(ClientData, parseJson(Buffer.from(text, 'base64url').toString()));
  if (origin !== party.origin)
    throw new Problem('forbidden', `This passkey answered for another address than ${party.origin}. Open the console there.`);
  challenges.assertValid(challenge, kind, personId);
  return challenge;
}

/**
 * Throws for an attestation with certificates. None is asked for, and to verify one the library would load lists of revoked certificates from
 * addresses that the sender chose.
 */
async function assertWithoutCertificate(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')));
  const isSelfMade = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (decoded.get('fmt') !== 'none' && !isSelfMade) throw new Error('The attestation has a certificate.');
}

/** The library throws errors of all kinds for bytes of a sender: none is a fault of ours. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw doesNotFit();
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Problem('invalid', 'credential: must be what toJSON() of the PublicKeyCredential of the browser returns.', {
    errors: [
      { path: 'credential', code: 'invalid_format', message: 'must be what toJSON() of the PublicKeyCredential of the browser returns' },
    ],
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
