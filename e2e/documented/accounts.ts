import { ADA, startFakeBluesky } from '../../services/publishing/test/fixtures/fake-bluesky.ts';
import { accountArguments } from '../social-account.ts';

/** Accounts of social networks, whose servers are fake ones on this machine. */
export interface Accounts {
  /** The variables that the guide to social posts asks for. */
  readonly variables: Readonly<Record<string, string>>;
  /** Returns a text with the fake server of Bluesky in place of the default one. */
  withServers(text: string): string;
}

/** Creates an account of each network. */
export async function newAccounts(): Promise<Accounts> {
  const [{ server, secret }, bluesky] = await Promise.all([accountArguments(), startFakeBluesky()]);
  return {
    variables: {
      MASTODON_SERVER: server,
      MASTODON_TOKEN: secret,
      BLUESKY_HANDLE: ADA.handle,
      BLUESKY_APP_PASSWORD: ADA.password,
    },
    withServers: (text) => text.replace('--platform bluesky', `$& --server ${bluesky.url}`),
  };
}
