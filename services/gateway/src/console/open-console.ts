import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { Express } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { sessionCookie } from '../people/session-cookie.ts';
import type { SessionStore } from '../people/session-store.ts';
import { type ConsoleParts, createConsoleApp } from './console-app.ts';
import { type ConsoleAuthenticator, createConsoleAuthenticator } from './console-authenticator.ts';
import { readConsoleFiles } from './console-files.ts';

/** The console of a gateway that listens. */
export interface Console {
  readonly app: Express;
  readonly authenticator: ConsoleAuthenticator;
}

/** Creates the console of a gateway. Warns when people would send their password over plain http to another host. */
export async function openConsole(
  { clock, config, log }: Ports,
  {
    sessions,
    console,
    ...parts
  }: Pick<ConsoleParts, 'passwords' | 'signInLimits' | 'passkeys' | 'provider' | 'live'> & {
    readonly sessions: SessionStore;
    readonly console: { readonly url: string };
  },
  gateway: Gateway,
  publicPort: number,
): Promise<Console> {
  const { protocol, hostname, origin } = new URL(console.url);
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    log.warn(
      { console_url: console.url },
      'the console is served over plain http: passwords and sessions can be read on the way; set SPACE_CONSOLE_URL to https',
    );
  const cookie = sessionCookie(console.url);
  const authenticator = createConsoleAuthenticator(sessions, cookie, { clock, networks: gateway.networks, origin });
  const publicUrl = publicOrigin({ ...config, SPACE_PUBLIC_PORT: publicPort });
  const files = await readConsoleFiles();
  return { app: createConsoleApp(gateway, { ...parts, authenticator, cookie, consoleUrl: console.url, publicUrl, files }), authenticator };
}
