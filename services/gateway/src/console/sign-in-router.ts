import { deadlineFromNow } from '@space/bus';
import { emailAddress, invalidFields, nonEmptyLine, Problem } from '@space/contracts/core';
import { MAX_PERSON_NAME } from '@space/contracts/people';
import { isoTime, runInCallScope } from '@space/database';
import { type Request, type Response, Router } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { type Headers, headerList, PRIVATE } from '../http/headers.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { toProblem } from '../http/problem-response.ts';
import { type RequestContext, requestContextOf, routeLabels } from '../http/request-context.ts';
import { type Invitations, linkEnded } from '../people/accept-invitation.ts';
import { INVITATION_PATH, SETUP_PATH } from '../people/invitation-link.ts';
import { assertStrongPassword } from '../people/password-strength.ts';
import type { Passwords } from '../people/passwords.ts';
import { getCredentials } from '../people/persons.queries.ts';
import type { SessionCookie } from '../people/session-cookie.ts';
import { announcePeopleChanged } from '../people/session-store.ts';
import { confirmSession, deleteSession, type SessionRow } from '../people/sessions.queries.ts';
import type { SignIn } from '../people/sign-in.ts';
import type { SignInLimits } from '../people/sign-in-limits.ts';
import { type FormFields, readFormFields } from '../public/form-fields.ts';
import type { ConsoleAuthenticator } from './console-authenticator.ts';
import { localPath } from './console-path.ts';
import { documentHeaders } from './console-policy.ts';
import { assertSameOrigin } from './same-origin.ts';
import { confirmPage, type FieldFault, invitationPage, messagePage, SIGN_IN_POLICY, signInPage } from './sign-in-pages.ts';

/** The parts of the console that sign people in. */
export interface SignInParts {
  readonly authenticator: ConsoleAuthenticator;
  readonly cookie: SessionCookie;
  readonly consoleUrl: string;
  readonly passwords: Passwords;
  readonly signIn: SignIn;
  readonly signInLimits: SignInLimits;
  readonly invitations: Invitations;
}

/** The answer of a page: a document, or a redirect; either may set the cookie. */
type PageAnswer =
  | { readonly status?: number; readonly page: string; readonly cookie?: string }
  | { readonly to: string; readonly cookie?: string };

/** A page: what it shows, what its form does, and how a refusal is shown. */
interface Page {
  show(context: RequestContext): Promise<PageAnswer>;
  act?(context: RequestContext, form: FormFields): Promise<PageAnswer>;
  refuse?(context: RequestContext, form: FormFields, problem: Problem): Promise<PageAnswer>;
}

const HOME = { href: '/', text: 'Go to the console' } as const;
const TO_SIGN_IN = { href: '/sign-in', text: 'Sign in' } as const;

/**
 * Creates the router of the pages that work without scripts: sign in and out, the setup link, invitations, confirmation. Only a POST
 * spends a link or changes anything, since programs that scan mail open links. Each sign-in makes a new session, so none can be fixed
 * in advance.
 */
export function signInRouter(gateway: Gateway, parts: SignInParts): Router {
  const { authenticator, cookie, consoleUrl, passwords, signIn, signInLimits, invitations } = parts;
  const { database, clock, bus, log } = gateway.ports;
  const origin = new URL(consoleUrl).origin;
  const router = Router({ caseSensitive: true, strict: true });

  function serve(path: string, page: Page): void {
    const labelFor = routeLabels(path);
    const route = router.route(path);
    const handler = (isPost: boolean) =>
      async function servePage(request: Request, response: Response): Promise<void> {
        const context = requestContextOf(response);
        context.route = labelFor(request.method);
        const scope = { space_id: '', visitor_network: gateway.networks.networkOf(request), deadline: deadlineFromNow() };
        await runInCallScope(scope, async () => send(context, await (isPost ? post(page, context) : show(page, context))));
      };
    route.get(handler(false));
    if (page.act) route.post(handler(true));
    route.all(methodNotAllowed(path, page.act ? ['GET', 'POST'] : ['GET'], gateway));
  }

  const show = (page: Page, context: RequestContext): Promise<PageAnswer> =>
    page.show(context).catch((error: unknown) => problemPage(toProblem(error, context, log)));

  async function post(page: Page, context: RequestContext): Promise<PageAnswer> {
    let form: FormFields = new Map();
    try {
      assertSameOrigin(context.request, origin);
      form = await readFormFields(gateway, context);
      return await page.act!(context, form);
    } catch (error) {
      const problem = toProblem(error, context, log);
      return page.refuse && form.size > 0
        ? page.refuse(context, form, problem).catch((again: unknown) => problemPage(toProblem(again, context, log)))
        : problemPage(problem);
    }
  }

  function send(context: RequestContext, answer: PageAnswer): void {
    const cookies = answer.cookie === undefined ? [] : ['Set-Cookie', answer.cookie];
    if ('to' in answer) {
      gateway.respond(context, 303, [...PRIVATE, ...documentHeaders(consoleUrl), ...cookies, 'Location', answer.to], null);
      return;
    }
    gateway.respond(context, answer.status ?? 200, [...PRIVATE, ...PAGE_HEADERS, ...documentHeaders(consoleUrl), ...cookies], answer.page);
  }

  /** Returns the session of a request, or undefined without a valid one. */
  const sessionOf = async (context: RequestContext): Promise<SessionRow | undefined> =>
    authenticator.hasCredential(context.request)
      ? Promise.resolve(authenticator.session(context.request)).catch(() => undefined)
      : undefined;

  serve('/sign-in', {
    async show(context) {
      const next = localPath(queryOf(context, 'next'));
      return (await sessionOf(context)) ? { to: next } : { page: signInPage({ next }) };
    },
    async act({ request }, form) {
      const secret = await signIn.withPassword(request, fieldOf(form, 'email') ?? '', fieldOf(form, 'password') ?? '');
      return { to: localPath(fieldOf(form, 'next')), cookie: cookie.store(secret) };
    },
    refuse: async (_context, form, { status, message }) => ({
      status,
      page: signInPage({ next: localPath(fieldOf(form, 'next')), email: fieldOf(form, 'email'), fault: message }),
    }),
  });

  serve('/sign-out', {
    show: async () => ({ to: '/' }),
    async act(context) {
      const session = await sessionOf(context);
      if (session) {
        await deleteSession(database, session.person_id, session.id);
        announcePeopleChanged(bus, session.person_id);
      }
      return { to: '/sign-in', cookie: cookie.remove };
    },
  });

  serve('/confirm', {
    async show(context) {
      const next = localPath(queryOf(context, 'next'));
      const session = await sessionOf(context);
      return session ? { page: confirmPage({ next, name: session.name }) } : { to: `/sign-in?next=${encodeURIComponent(next)}` };
    },
    async act(context, form) {
      const session = await authenticator.session(context.request);
      signInLimits.count('person', session.person_id);
      const { password_hash } = await getCredentials(database, session.person_id);
      if (!(await passwords.verify(fieldOf(form, 'password') ?? '', password_hash)))
        throw new Problem('forbidden', 'This is not your password; try again.');
      await confirmSession(database, session.person_id, session.id, isoTime(clock.now()));
      announcePeopleChanged(bus, session.person_id);
      return { to: localPath(fieldOf(form, 'next')) };
    },
    async refuse(context, form, { status, message }) {
      const { name } = await authenticator.session(context.request);
      return { status, page: confirmPage({ next: localPath(fieldOf(form, 'next')), name, fault: message }) };
    },
  });

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
      return invitationPage({ ...found, is_setup, signed_in_as: session?.name, values, faults, path: `${base}/${secret}` });
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
        if (!(await invitations.find(secret))) throw linkEnded();
        const { password, ...person } = readPerson(form);
        await assertStrongPassword(password, [person.name, person.email], 'password');
        const password_hash = await passwords.hash(password);
        const { space_id, session } = await invitations.acceptAs(context.request, secret, { ...person, password_hash });
        return { to: `/spaces/${space_id}`, cookie: cookie.store(session) };
      },
      async refuse(context, form, problem) {
        if (problem.code === 'not_found') return problemPage(problem);
        const faults = problem.extras.errors ?? [{ path: '', message: problem.message }];
        return { status: problem.status, page: await pageFor(context, faults, form) };
      },
    };
  }

  return router;
}

const PAGE_HEADERS: Headers = headerList({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': SIGN_IN_POLICY });

/** Returns the page of a problem after which a person can only go elsewhere. */
function problemPage({ code, status, message }: Problem): PageAnswer {
  const heading = code === 'unauthorized' ? 'Sign in again' : code === 'not_found' ? 'This link does not work' : 'That did not work';
  return { status, page: messagePage(heading, message, code === 'unauthorized' || code === 'not_found' ? TO_SIGN_IN : HOME) };
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

const fieldOf = (form: FormFields, name: string): string | undefined => form.get(name)?.[0];

function queryOf({ request }: RequestContext, name: string): string | undefined {
  const at = request.url.indexOf('?');
  return at < 0 ? undefined : (new URLSearchParams(request.url.slice(at)).get(name) ?? undefined);
}
