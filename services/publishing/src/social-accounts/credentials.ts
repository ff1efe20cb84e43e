import type { Ports } from '@space/runtime';
import type { Credentials } from '../social-networks/network.ts';
import { findSealedAccount, saveSession } from './accounts.queries.ts';

/** Returns the decrypted credentials of an account; undefined when the account was disconnected. */
export async function findCredentials({ database, box }: Ports, space: string, account: string): Promise<Credentials | undefined> {
  const sealed = await findSealedAccount(database, space, account);
  if (!sealed) return undefined;
  const open = (text: string) => box.open(Buffer.from(text, 'base64'));
  return {
    server: sealed.server,
    remote_id: sealed.remote_id,
    handle: sealed.handle,
    secret: open(sealed.secret),
    session: sealed.session === null ? null : open(sealed.session),
    saveSession: async (session) => {
      await saveSession(database, space, account, box.seal(session));
    },
  };
}
