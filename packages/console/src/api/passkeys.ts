import { send } from './send.ts';

/** A passkey of the person. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly is_synced: boolean;
}

/** The passkeys of the person; `is_offered` is false for a console at an address that passkeys cannot belong to. */
export interface Passkeys {
  readonly is_offered: boolean;
  readonly data: readonly Passkey[];
}

/** The key of the list of passkeys in the cache. */
export const PASSKEYS_KEY = ['person', 'passkeys'] as const;

/** The path of a passkey of the person. */
const pathOf = (id: string): string => `/v1/person/passkeys/${encodeURIComponent(id)}`;

/** Lists the passkeys of the person. */
export const listPasskeys = () => send('GET', '/v1/person/passkeys', undefined) as Promise<Passkeys>;

/** Renames a passkey. */
export const renamePasskey = (id: string, name: string) => send('PATCH', pathOf(id), { name });

/** Removes a passkey; the last means to sign in cannot be removed. */
export const removePasskey = (id: string) => send('DELETE', pathOf(id), undefined);

/** Returns true if this browser can make and use passkeys in the form of JSON. */
export const canUsePasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.prototype.toJSON === 'function';

/** Reads the options with which a passkey is made. They need a confirmation. */
export const beginPasskey = async (): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  ((await send('POST', '/v1/person/passkeys/begin', {})) as { readonly options: PublicKeyCredentialCreationOptionsJSON }).options;

/** Makes a passkey in the browser and adds it. Throws an Error with a sentence when the person or the browser made none. */
export async function addPasskey(options: PublicKeyCredentialCreationOptionsJSON, name: string): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await answerOf(() => navigator.credentials.create({ publicKey }));
  return send('POST', '/v1/person/passkeys', { name, credential });
}

/** Confirms with a passkey that the person is present, for ten minutes. */
export async function confirmWithPasskey(): Promise<unknown> {
  const { options } = (await send('POST', '/v1/person/confirm/passkey/begin', {})) as {
    readonly options: PublicKeyCredentialRequestOptionsJSON;
  };
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return send('POST', '/v1/person/confirm/passkey', { credential: await answerOf(() => navigator.credentials.get({ publicKey })) });
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<unknown> {
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch (error) {
    const isOwn = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new Error(
      isOwn ? 'This device has a passkey of this account already.' : 'No passkey was used. Try again, or use another device.',
      {
        cause: error,
      },
    );
  }
  return (credential as PublicKeyCredential).toJSON();
}
