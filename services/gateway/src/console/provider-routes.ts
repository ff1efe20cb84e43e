import { Problem } from '@space/contracts/core';
import type { Gateway } from '../call/gateway.ts';
import { LINK_PATH } from '../identities/identity-handlers.ts';
import type { IdentityProvider } from '../identities/identity-provider.ts';
import { type Flow, FlowKind, flowCookie, PROVIDER_PATH } from '../identities/provider-flow.ts';
import { createFlowEnd } from '../identities/provider-sign-in.ts';
import { invitationSecret } from '../people/invitation-link.ts';
import { confirmedUntil } from '../people/session-key.ts';
import type { FormFields } from '../public/form-fields.ts';
import { localPath } from './console-path.ts';
import { fieldOf, type PageAnswer, type PageRouter, queryOf } from './page-router.ts';
import { goOnPage, linkPage } from './sign-in-pages.ts';
import type { SignInParts } from './sign-in-router.ts';

const CALLBACK_PATH = `${PROVIDER_PATH}/callback`;
/** A longer path does not fit the cookie; the person then ends at the start of the console. */
const MAX_NEXT_CHARACTERS = 500;

/** Returns the path of the page that links an account, and then goes on to another path. */
const linkPath = (next: string): string => (next === '/' ? LINK_PATH : `${LINK_PATH}?next=${encodeURIComponent(next)}`);

/**
 * Serves the way to the identity provider and back. The person leaves and arrives by a page and not by a redirect: the policy of the page forbids
 * forms that end at another site, and the cookie of the session comes only with requests that a page of the console began.
 */
export function providerRoutes({ serve, sessionOf }: PageRouter, gateway: Gateway, parts: SignInParts, provider: IdentityProvider): void {
  const { authenticator, cookie, consoleUrl, signInLimits, invitations } = parts;
  const { clock } = gateway.ports;
  const { name } = provider.settings;
  const flows = flowCookie(consoleUrl, gateway.ports);
  const endFlow = createFlowEnd(gateway.ports, provider.settings, invitations);
  const redirectUri = `${consoleUrl}${CALLBACK_PATH}`;

  /** Returns who and what a flow is for; undefined when a person must confirm first. */
  async function subjectOf(
    kind: FlowKind,
    request: Parameters<typeof authenticator.session>[0],
    form: FormFields,
  ): Promise<Pick<Flow, 'person_id' | 'session_id' | 'invitation'> | undefined> {
    const invitation = fieldOf(form, 'invitation') ?? '';
    if (kind === 'accept' && !invitationSecret.isWellFormed(invitation))
      throw new Problem('not_found', 'This link does not work; ask for a new one.');
    if (kind === 'sign_in' || kind === 'accept') return { person_id: '', session_id: '', invitation: kind === 'accept' ? invitation : '' };
    const session = await authenticator.session(request);
    if (kind === 'link' && clock.now() >= confirmedUntil(session)) return undefined;
    return { person_id: session.person_id, session_id: session.id, invitation: '' };
  }

  serve(PROVIDER_PATH, {
    show: async () => ({ to: '/sign-in' }),
    async act({ request }, form): Promise<PageAnswer> {
      const kind = FlowKind.safeParse(fieldOf(form, 'for') ?? 'sign_in').data ?? 'sign_in';
      const path = localPath(fieldOf(form, 'next'));
      const next = path.length > MAX_NEXT_CHARACTERS ? '/' : path;
      signInLimits.count('network', gateway.networks.networkOf(request));
      const subject = await subjectOf(kind, request, form);
      if (!subject) return { to: `/confirm?next=${encodeURIComponent(linkPath(next))}` };
      const checks = provider.createChecks();
      const url = await provider.authorizationUrl(checks, redirectUri, kind === 'confirm');
      return { page: goOnPage(`You go on to ${name}`, url.href), cookies: [flows.store({ kind, ...checks, next, ...subject })] };
    },
  });

  serve(CALLBACK_PATH, {
    // A flow ends with its first answer, also with an error.
    cookies: [flows.remove],
    async show({ request }) {
      const flow = flows.read(request);
      if (!flow) throw new Problem('forbidden', 'This sign-in took too long, or it was begun in another browser. Begin again.');
      signInLimits.count('network', gateway.networks.networkOf(request));
      const account = await provider.finish(new URL(request.url, consoleUrl), flow, flow.kind === 'confirm');
      const { to, session } = await endFlow(request, flow, account);
      return { page: goOnPage('You are signed in', to), cookies: session === undefined ? [] : [cookie.store(session)] };
    },
  });

  serve(LINK_PATH, {
    async show(context) {
      const next = localPath(queryOf(context, 'next'));
      const session = await sessionOf(context);
      return session
        ? { page: linkPage({ name: session.name, provider: name, next }) }
        : { to: `/sign-in?next=${encodeURIComponent(linkPath(next))}` };
    },
  });
}
