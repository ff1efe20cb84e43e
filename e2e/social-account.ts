import { type FakeMastodon, startFakeMastodon } from '../services/publishing/test/fixtures/fake-mastodon.ts';
import { operator } from './profile.ts';

let starting: Promise<FakeMastodon> | undefined;

/** A Mastodon server on this machine, one for each test file; it ends with the file's process. */
export const mastodon = (): Promise<FakeMastodon> => {
  starting ??= startFakeMastodon(() => Date.now());
  return starting;
};

/** What connects an account that is there. */
export async function accountArguments() {
  const server = await mastodon();
  return { platform: 'mastodon' as const, server: server.url, secret: server.tokenOf('ada') };
}

/** Connects an account of that server to a Space, or connects it anew. */
export const connectAccount = async (space_id: string) =>
  operator.social_settings.connect_account({ space_id, ...(await accountArguments()) });
