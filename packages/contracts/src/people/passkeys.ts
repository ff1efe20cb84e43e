import { z } from 'zod';
import { Deleted, id, jsonObject, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { CONFIRMATION_MINUTES, MAX_PASSKEY_NAME, MAX_PASSKEYS, SIGN_IN_SECONDS } from './limits.ts';

/** A passkey of a person, as they see it: never its public key. */
export const Passkey = z
  .object({
    ...resource,
    name: z.string(),
    is_synced: z.boolean().describe('True when a password manager copies the passkey to other devices of the person'),
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });

const name = nonEmptyLine(MAX_PASSKEY_NAME);

const options = jsonObject.describe(
  `For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON in a browser; they work once, within ${SIGN_IN_SECONDS} seconds`,
);

const credential = jsonObject.describe('The answer of the browser: what toJSON() of its PublicKeyCredential returns');

/** An example of the answer of a browser; a real one is longer. */
const credentialExample = {
  id: 'AQIDBA',
  rawId: 'AQIDBA',
  type: 'public-key',
  response: { clientDataJSON: 'e30' },
  clientExtensionResults: {},
};

/** The passkeys of the person who is signed in (contract, Z1). Only the console reaches these. */
export const passkeys = contract({
  name: 'passkeys',
  service: 'gateway',
  tag: 'Passkeys',
  description:
    'The passkeys of the person who is signed in. A passkey belongs to the name in the address of the console, so there are none for an IP address.',
  operations: {
    list: operation({
      summary: 'List the own passkeys',
      audience: 'person',
      route: { method: 'GET', path: '/person/passkeys', status: 200 },
      input: z.strictObject({}),
      output: z.object({
        is_offered: z
          .boolean()
          .describe('True when the address of the console has a name that passkeys can belong to: https, or localhost'),
        data: z.array(Passkey).describe('The newest first'),
      }),
    }),
    begin: operation({
      summary: 'Begin to add a passkey',
      description: 'Answers the options for navigator.credentials.create(). Changes nothing.',
      audience: 'person',
      needs_confirmation: true,
      route: { method: 'POST', path: '/person/passkeys/begin', status: 200 },
      input: z.strictObject({}),
      output: z.object({ options }),
      problems: ['disabled', 'limit_reached'],
    }),
    add: operation({
      summary: 'Add a passkey',
      description: `Verifies the answer of the browser to the options of begin. A person has at most ${MAX_PASSKEYS} passkeys. The session gets a new cookie.`,
      audience: 'person',
      needs_confirmation: true,
      renews_session: true,
      route: { method: 'POST', path: '/person/passkeys', status: 201 },
      input: z.strictObject({ name: name.describe('Such as the device it is on'), credential }),
      output: Passkey,
      problems: ['disabled', 'duplicate', 'limit_reached'],
      example: { name: 'Laptop', credential: credentialExample },
    }),
    rename: operation({
      summary: 'Rename a passkey',
      audience: 'person',
      needs_confirmation: true,
      route: { method: 'PATCH', path: '/person/passkeys/:id', status: 200 },
      input: z.strictObject({ id: id('passkey'), name }),
      output: Passkey,
      example: { id: 'pky_01jd0000000000000000000000', name: 'Laptop' },
    }),
    remove: operation({
      summary: 'Remove a passkey',
      description:
        'It signs no one in from then on. The last means to sign in cannot be removed. Remove it on the device, too. The session gets a new cookie.',
      audience: 'person',
      needs_confirmation: true,
      renews_session: true,
      route: { method: 'DELETE', path: '/person/passkeys/:id', status: 200 },
      input: z.strictObject({ id: id('passkey') }),
      output: Deleted,
      problems: ['conflict'],
    }),
    begin_confirmation: operation({
      summary: 'Begin to confirm with a passkey',
      description: 'Answers the options for navigator.credentials.get(). Changes nothing.',
      audience: 'person',
      route: { method: 'POST', path: '/person/confirm/passkey/begin', status: 200 },
      input: z.strictObject({}),
      output: z.object({ options }),
      problems: ['disabled'],
    }),
    confirm: operation({
      summary: 'Confirm with a passkey',
      description: `For ${CONFIRMATION_MINUTES} minutes the session may then do what needs a confirmation.`,
      audience: 'person',
      route: { method: 'POST', path: '/person/confirm/passkey', status: 200 },
      input: z.strictObject({ credential }),
      output: z.object({ confirmation_expires_at: timestamp }),
      problems: ['disabled', 'limited'],
      example: { credential: credentialExample },
    }),
  },
});
