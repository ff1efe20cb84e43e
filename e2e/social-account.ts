import { type FakeMastodon, startFakeMastodon } from '../services/publishing/test/fixtures/fake-mastodon.ts';
import { operator } from './profile.ts';

let starting: Promise<FakeMastodon> | undefined;

/** Returns a fake Mastodon server on this machine, one per test file. */
export const mastodon = (): Promise<FakeMastodon> => {
  starting ??= startFakeMastodon(() => Date.now());
  return starting;
};

/** Returns the arguments that connect an account of that server. */
export async function accountArguments() {
  const server = await mastodon();
  return { platform: 'mastodon' as const, server: server.url, secret: server.tokenOf('ada') };
}

/** Connects an account of that server to a Space; a second call connects it again. */
export const connectAccount = async (space_id: string) =>
  operator.social_settings.connect_account({ space_id, ...(await accountArguments()) });
