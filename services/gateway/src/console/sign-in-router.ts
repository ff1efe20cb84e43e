import { emailAddress, invalidFields, nonEmptyLine, Problem } from '@space/contracts/core';
import { MAX_PERSON_NAME } from '@space/contracts/people';
import { isoTime } from '@space/database';
import type { Router } from 'express';
import type { Gateway } from '../call/gateway.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { IdentityProvider } from '../identities/identity-provider.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { type Invitations, linkEnded } from '../people/accept-invitation.ts';
import { confirmPassword } from '../people/confirm-password.ts';
import { INVITATION_PATH, SETUP_PATH } from '../people/invitation-link.ts';
import { assertStrongPassword } from '../people/password-strength.ts';
import type { Passwords } from '../people/passwords.ts';
import { recordSignIn } from '../people/record-sign-in.ts';
import type { SessionCookie } from '../people/session-cookie.ts';
import { announcePeopleChanged, browserOf } from '../people/session-store.ts';
import { deleteSession } from '../people/sessions.queries.ts';
import type { SignIn } from '../people/sign-in.ts';
import type { SignInLimits } from '../people/sign-in-limits.ts';
import { countSignInMeans } from '../people/sign-in-means.queries.ts';
import type { FormFields } from '../public/form-fields.ts';
import type { ConsoleAuthenticator } from './console-authenticator.ts';
import { localPath } from './console-path.ts';
import { createPageRouter, fieldOf, type Page, type PageAnswer, problemPage, queryOf } from './page-router.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { confirmPage, type FieldFault, invitationPage, signInPage } from './sign-in-pages.ts';

/** The parts of the console that sign people in. */
export interface SignInParts {
  readonly authenticator: ConsoleAuthenticator;
  readonly cookie: SessionCookie;
  readonly consoleUrl: string;
  readonly passwords: Passwords;
  readonly signIn: SignIn;
  readonly signInLimits: SignInLimits;
  readonly invitations: Invitations;
  readonly passkeys: Passkeys;
  /** undefined in an installation without an identity provider. */
  readonly provider: IdentityProvider | undefined;
}

/**
 * Creates the router of the pages that work without scripts: sign in and out, the setup link, invitations, confirmation. Only a POST
 * spends a link or changes anything, since programs that scan mail open links. Each sign-in makes a new session, so none can be fixed
 * in advance.
 */
export function signInRouter(gateway: Gateway, parts: SignInParts): Router {
  const { authenticator, cookie, consoleUrl, passwords, signIn, signInLimits, invitations, passkeys, provider } = parts;
  const { database, bus, clock } = gateway.ports;
  const pages = createPageRouter(gateway, authenticator, consoleUrl);
  const { serve, sessionOf } = pages;
  const settings = provider?.settings;
  const isOffered = passkeys.isOffered() && settings?.is_only !== true;
  const means = { provider: settings?.name, has_password: settings?.is_only !== true };

  serve('/sign-in', {
    async show(context) {
      const next = localPath(queryOf(context, 'next'));
      return (await sessionOf(context)) ? { to: next } : signInAnswer({ next });
    },
    async act({ request }, form) {
      assertPasswords();
      const secret = await signIn.withPassword(request, fieldOf(form, 'email') ?? '', fieldOf(form, 'password') ?? '');
      return { to: localPath(fieldOf(form, 'next')), cookies: [cookie.store(secret)] };
    },
    refuse: async (_context, form, { status, message }) =>
      signInAnswer({ next: localPath(fieldOf(form, 'next')), email: fieldOf(form, 'email'), fault: message }, status),
  });

  serve('/sign-out', {
    show: async () => ({ to: '/' }),
    async act(context) {
      const session = await sessionOf(context);
      if (session) {
        const { person_id, id } = session;
        const happened = { kind: 'signed_out', user_agent: browserOf(context.request.headers) } as const;
        await database.transaction(async (tx) => {
          if ((await deleteSession(tx, person_id, id)) > 0) await recordSignIn(tx, person_id, happened, isoTime(clock.now()));
        });
        announcePeopleChanged(bus, session.person_id);
      }
      return { to: '/sign-in', cookies: [cookie.remove] };
    },
  });

  serve('/confirm', {
    async show(context) {
      const next = localPath(queryOf(context, 'next'));
      const session = await sessionOf(context);
      return session ? confirmAnswer(session.person_id, { next, name: session.name }) : { to: `/sign-in?next=${encodeURIComponent(next)}` };
    },
    async act(context, form) {
      const session = await authenticator.session(context.request);
      assertPasswords();
      const own = { person_id: session.person_id, session_id: session.id };
      await confirmPassword(gateway.ports, parts, own, fieldOf(form, 'password') ?? '');
      return { to: localPath(fieldOf(form, 'next')) };
    },
    async refuse(context, form, { status, message }) {
      const { person_id, name } = await authenticator.session(context.request);
      return confirmAnswer(person_id, { next: localPath(fieldOf(form, 'next')), name, fault: message }, status);
    },
  });

  function signInAnswer(
    shown: { readonly next: string; readonly email?: string | undefined; readonly fault?: string },
    status = 200,
  ): PageAnswer {
    return { status, page: signInPage({ ...shown, ...means, has_passkeys: isOffered }), has_script: isOffered };
  }

  /** Returns the page with the means that the person has. */
  async function confirmAnswer(
    person: string,
    shown: { readonly next: string; readonly name: string; readonly fault?: string },
    status = 200,
  ) {
    const own = await countSignInMeans(database, person);
    const has_passkeys = own.passkeys > 0 && passkeys.isOffered();
    const has_password = own.has_password && means.has_password;
    const page = confirmPage({ ...shown, provider: own.identities > 0 ? means.provider : undefined, has_password, has_passkeys });
    return { status, page, has_script: has_passkeys };
  }

  function assertPasswords(): void {
    if (settings?.is_only) throw new Problem('disabled', `Passwords are disabled in this installation; use ${settings.name}.`);
  }

  for (const [path, isSetup] of [
    [SETUP_PATH, true],
    [INVITATION_PATH, false],
  ] as const)
    serve(`${path}/:secret`, invitation(path, isSetup));

  function invitation(base: string, is_setup: boolean): Page {
    const secretOf = ({ request }: RequestContext): string => String(request.params.secret);

    async function pageFor(context: RequestContext, faults?: readonly FieldFault[], form?: FormFields): Promise<string> {
      const secret = secretOf(context);
      const found = await invitations.find(secret);
      if (!found) throw linkEnded();
      const session = await sessionOf(context);
      const values = form && { name: fieldOf(form, 'name'), email: fieldOf(form, 'email') };
      return invitationPage({
        ...found,
        ...means,
        is_setup,
        signed_in_as: session?.name,
        values,
        faults,
        path: `${base}/${secret}`,
        secret,
      });
    }

    return {
      show: async (context) => ({ page: await pageFor(context) }),
      async act(context, form) {
        const secret = secretOf(context);
        if (fieldOf(form, 'as') === 'me') {
          const session = await authenticator.session(context.request);
          const space = await invitations.acceptFor(secret, { id: session.person_id, email: session.email });
          return { to: `/spaces/${space}` };
        }
        assertPasswords();
        if (!(await invitations.find(secret))) throw linkEnded();
        signInLimits.count('network', gateway.networks.networkOf(context.request));
        const { password, ...person } = readPerson(form);
        await assertStrongPassword(password, [person.name, person.email], 'password');
        const password_hash = await passwords.hash(password);
        const { space_id, session } = await invitations.acceptAs(context.request, secret, { ...person, password_hash });
        return { to: `/spaces/${space_id}`, cookies: [cookie.store(session)] };
      },
      async refuse(context, form, problem) {
        if (problem.code === 'not_found') return problemPage(problem);
        const faults = problem.extras.errors ?? [{ path: '', message: problem.message }];
        return { status: problem.status, page: await pageFor(context, faults, form) };
      },
    };
  }

  passkeyRoutes(pages, gateway, parts);
  if (provider) providerRoutes(pages, gateway, parts, provider);
  return pages.router;
}

/** Returns the fields of a new person. Throws `invalid` with one error for each wrong field. */
function readPerson(form: FormFields): { readonly name: string; readonly email: string; readonly password: string } {
  const [name, email, password] = ['name', 'email', 'password'].map((field) => fieldOf(form, field) ?? '') as [string, string, string];
  const errors: { path: string; code: string; message: string }[] = [];
  if (!nonEmptyLine(MAX_PERSON_NAME).safeParse(name).success)
    errors.push({ path: 'name', code: 'invalid_format', message: `must be one line of 1 to ${MAX_PERSON_NAME} characters` });
  if (!emailAddress.safeParse(email.trim()).success)
    errors.push({ path: 'email', code: 'invalid_format', message: 'must be an email address' });
  if (errors.length > 0) throw invalidFields(errors);
  return { name: name.trim(), email: email.trim(), password };
}
