import { deadlineFromNow } from '@space/bus';
import type { Problem } from '@space/contracts/core';
import { runInCallScope } from '@space/database';
import { type Request, type Response, Router } from 'express';
import { Unauthorized } from '../auth/api-key.ts';
import type { Gateway } from '../call/gateway.ts';
import { type Headers, headerList, PRIVATE } from '../http/headers.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { toProblem } from '../http/problem-response.ts';
import { type RequestContext, requestContextOf, routeLabels } from '../http/request-context.ts';
import type { SessionRow } from '../people/sessions.queries.ts';
import { type FormFields, readFormFields } from '../public/form-fields.ts';
import type { ConsoleAuthenticator } from './console-authenticator.ts';
import { documentHeaders } from './console-policy.ts';
import { assertSameOrigin } from './same-origin.ts';
import { messagePage, SCRIPTED_POLICY, SIGN_IN_POLICY } from './sign-in-pages.ts';

/** The cookies that an answer sets. */
interface Cookies {
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
}

/** The answer of a page: a document, JSON for the script of a page, or a redirect. */
export type PageAnswer =
  | (Cookies & { readonly status?: number; readonly page: string; readonly has_script?: boolean })
  | (Cookies & { readonly json: unknown })
  | (Cookies & { readonly to: string });

/** A page: what it shows, what its form does, and how a refusal is shown. */
export interface Page {
  show(context: RequestContext): Promise<PageAnswer>;
  act?(context: RequestContext, form: FormFields): Promise<PageAnswer>;
  refuse?(context: RequestContext, form: FormFields, problem: Problem): Promise<PageAnswer>;
  /** Cookies that every answer of this page sets, also after an error. */
  readonly cookies?: readonly string[];
}

/** The router of pages that work without scripts. */
export interface PageRouter {
  readonly router: Router;
  /** Serves a page at a path of express. */
  serve(path: string, page: Page): void;
  /** Returns the session of a request, or undefined without a valid one. */
  sessionOf(context: RequestContext): Promise<SessionRow | undefined>;
}

const HOME = { href: '/', text: 'Go to the console' } as const;
const TO_SIGN_IN = { href: '/sign-in', text: 'Sign in' } as const;

/** Creates the router of the pages of a console. A form is accepted from pages of the console only. */
export function createPageRouter(gateway: Gateway, authenticator: ConsoleAuthenticator, consoleUrl: string): PageRouter {
  const { log } = gateway.ports;
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
        await runInCallScope(scope, async () => send(context, await (isPost ? post(page, context) : show(page, context)), page.cookies));
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

  function send(context: RequestContext, answer: PageAnswer, always: readonly string[] = []): void {
    const cookies = [...always, ...(answer.cookies ?? [])].flatMap((cookie) => ['Set-Cookie', cookie]);
    const head = [...PRIVATE, ...documentHeaders(consoleUrl), ...cookies];
    if ('to' in answer) gateway.respond(context, 303, [...head, 'Location', answer.to], null);
    else if ('json' in answer) gateway.respond(context, 200, [...head, 'Content-Type', 'application/json'], JSON.stringify(answer.json));
    else gateway.respond(context, answer.status ?? 200, [...head, ...(answer.has_script ? SCRIPTED_HEADERS : PAGE_HEADERS)], answer.page);
  }

  return {
    router,
    serve,
    sessionOf: async (context) =>
      authenticator.hasCredential(context.request)
        ? Promise.resolve(authenticator.session(context.request)).catch((error: unknown) => {
            if (error instanceof Unauthorized) return undefined;
            throw error;
          })
        : undefined,
  };
}

const pageHeaders = (policy: string): Headers =>
  headerList({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy });
const PAGE_HEADERS = pageHeaders(SIGN_IN_POLICY);
const SCRIPTED_HEADERS = pageHeaders(SCRIPTED_POLICY);

/** Returns the page of a problem after which a person can only go elsewhere. */
export function problemPage({ code, status, message }: Problem): PageAnswer {
  const heading = code === 'unauthorized' ? 'Sign in again' : code === 'not_found' ? 'This link does not work' : 'That did not work';
  return { status, page: messagePage(heading, message, code === 'unauthorized' || code === 'not_found' ? TO_SIGN_IN : HOME) };
}

/** Returns the first value of a field of a form. */
export const fieldOf = (form: FormFields, name: string): string | undefined => form.get(name)?.[0];

/** Returns a parameter of the query of a request. */
export function queryOf({ request }: RequestContext, name: string): string | undefined {
  const at = request.url.indexOf('?');
  return at < 0 ? undefined : (new URLSearchParams(request.url.slice(at)).get(name) ?? undefined);
}
