import { Problem } from '@space/contracts/core';
import type { Gateway } from '../call/gateway.ts';
import type { FormFields } from '../public/form-fields.ts';
import { localPath } from './console-path.ts';
import { fieldOf, type PageRouter } from './page-router.ts';
import { messagePage } from './sign-in-pages.ts';
import type { SignInParts } from './sign-in-router.ts';

/**
 * Serves the forms of passkeys, which the script of the sign-in pages fills in: GET answers the options for the browser as JSON, POST takes its
 * answer.
 */
export function passkeyRoutes({ serve }: PageRouter, { networks }: Gateway, parts: SignInParts): void {
  const { authenticator, cookie, signInLimits, passkeys, provider } = parts;

  function assertSignsIn(): void {
    const settings = provider?.settings;
    if (settings?.is_only) throw new Problem('disabled', `Only ${settings.name} signs people in here; use it.`);
  }

  serve('/sign-in/passkey', {
    async show() {
      assertSignsIn();
      return { json: await passkeys.requestOptions() };
    },
    async act({ request }, form) {
      assertSignsIn();
      signInLimits.count('network', networks.networkOf(request));
      const secret = await passkeys.signIn(request, credentialOf(form));
      return { to: localPath(fieldOf(form, 'next')), cookies: [cookie.store(secret)] };
    },
    refuse: async (_context, form, { status, message }) => {
      const next = localPath(fieldOf(form, 'next'));
      return { status, page: messagePage('That did not work', message, { href: withNext('/sign-in', next), text: 'Sign in' }) };
    },
  });

  serve('/confirm/passkey', {
    async show({ request }) {
      const { person_id } = await authenticator.session(request);
      return { json: await passkeys.requestOptions(person_id) };
    },
    async act({ request }, form) {
      const session = await authenticator.session(request);
      signInLimits.count('person', session.person_id);
      await passkeys.confirm(session.person_id, session.id, credentialOf(form));
      return { to: localPath(fieldOf(form, 'next')) };
    },
    refuse: async (_context, form, { status, message }) => {
      const next = localPath(fieldOf(form, 'next'));
      return { status, page: messagePage('That did not work', message, { href: withNext('/confirm', next), text: 'Try again' }) };
    },
  });
}

const withNext = (path: string, next: string): string => `${path}?next=${encodeURIComponent(next)}`;

/** Returns the answer of the browser in a form; undefined when it is no JSON. */
function credentialOf(form: FormFields): unknown {
  try {
    return JSON.parse(fieldOf(form, 'credential') ?? '');
  } catch {
    return undefined;
  }
}
