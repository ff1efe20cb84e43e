import {
  contentSecurityPolicy,
  html,
  htmlDocument,
  type PageContext,
  type Part,
  plainContext,
  plainDocument,
  preferredLocale,
  strictPolicy,
} from '@space/web';
import { ICON_PATH } from '../docs/icon.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { CONSENT_STYLE } from './consent-style.ts';
import { type OauthError, PersonError } from './oauth-error.ts';
import { destinationOf } from './redirect-uri.ts';

/*
 * The pages on which a person gives a client access: first the key, then the scopes. They are plain HTML without a script. No site may
 * frame them, and they load nothing but the icon. The key is in no address and in no answer. They are in the language of the browser; sentences for the
 * developer of a client, and the names of scopes, are in English.
 */

/** The fields of a request that the first page sends back, by name. */
type HiddenFields = Readonly<Record<string, string>>;

/** The content of the first page, on which a person types a key. */
interface KeyPage {
  readonly request: AuthorizationRequest;
  /** The path to which the form is sent. */
  readonly action: string;
  readonly hidden: HiddenFields;
  /** The fault of the key that was typed. */
  readonly fault?: string;
}

/** The content of the second page, on which a person chooses scopes. */
interface ScopesPage {
  readonly client_name: string;
  readonly redirect_uri: string;
  readonly space_name: string;
  readonly key_name: string;
  readonly scopes: readonly string[];
  readonly action: string;
  /** The secret of the consent. */
  readonly consent: string;
  readonly fault?: string;
}

/** Returns the context of the pages for a request: the default look in the language that the browser prefers. */
export const pageContextOf = ({ request }: RequestContext): PageContext =>
  plainContext(preferredLocale(request.headers['accept-language']));

/** Returns the Content-Security-Policy of both pages. */
export const consentPolicy = (redirectUri: string): string =>
  contentSecurityPolicy(
    strictPolicy(CONSENT_STYLE, {
      // The icon.
      'img-src': "'self'",
      // Browsers apply it to every redirect that follows the form, and clients redirect further. So it names a scheme, and no host.
      'form-action': ["'self'", new URL(redirectUri).protocol],
    }),
  );

/** Returns the page on which a person types a key. */
export function keyPage({ locale }: PageContext, { request, action, hidden, fault }: KeyPage): string {
  const labels = locale.labels.connect;
  const { client, redirect_uri } = request;
  const described = fault === undefined ? 'key-hint' : 'key-fault key-hint';
  return consentDocument(
    locale.tag,
    labels.title(client.name),
    html`<h1>${labels.heading(client.name)}</h1>
<p>${labels.lead}</p>
<dl>
<dt>${labels.name_of_program}</dt><dd>${client.name}</dd>
<dt>${labels.published_by}</dt><dd>${client.host ?? labels.unknown_publisher}</dd>
<dt>${labels.then_return_to}</dt><dd>${destinationOf(redirect_uri, labels)}</dd>
</dl>
<form method="post" action="${action}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}${
  fault !== undefined && html`<p role="alert" id="key-fault">${fault}</p>\n`
}<label for="key">${labels.key}</label>
<input id="key" name="key" type="password" required autocomplete="off" spellcheck="false" autocapitalize="none" aria-describedby="${described}"${
      fault !== undefined && html` aria-invalid="true"`
    }>
<p id="key-hint">${labels.key_hint}</p>
<div class="actions"><button name="decision" value="approve">${labels.continue_button}</button>
<button name="decision" value="cancel" formnovalidate>${labels.cancel_button}</button></div>
</form>`,
  );
}

/** Returns the page on which a person chooses the scopes that a client gets. */
export function scopesPage(
  { locale }: PageContext,
  { client_name, redirect_uri, space_name, key_name, scopes, action, consent, fault }: ScopesPage,
): string {
  const labels = locale.labels.connect;
  return consentDocument(
    locale.tag,
    labels.scopes_title(client_name),
    html`<h1>${labels.scopes_title(client_name)}</h1>
<dl>
<dt>Space</dt><dd>${space_name}</dd>
<dt>${labels.key_name}</dt><dd>${key_name}</dd>
<dt>${labels.then_return_to}</dt><dd>${destinationOf(redirect_uri, labels)}</dd>
</dl>
<form method="post" action="${action}">
<input type="hidden" name="consent" value="${consent}">
${fault !== undefined && html`<p role="alert">${fault}</p>\n`}<fieldset aria-describedby="scopes-hint">
<legend>${labels.scopes}</legend>
<ul>
${scopes.map((scope) => html`<li><label><input type="checkbox" name="scope" value="${scope}" checked>${shownScope(scope)}</label></li>\n`)}</ul>
</fieldset>
<p id="scopes-hint">${labels.scopes_hint}</p>
<p>${labels.ends_with_key}</p>
<div class="actions"><button name="decision" value="approve">${labels.allow_button}</button>
<button name="decision" value="cancel">${labels.cancel_button}</button></div>
</form>`,
  );
}

/** Returns the page of an error after which a person can only begin again. Its policy is `plainPolicy`. */
export function consentErrorPage(context: PageContext, error: OauthError): string {
  const labels = context.locale.labels.connect;
  const text = error instanceof PersonError ? labels[error.label] : inEnglish(context, error.message);
  return plainDocument({ title: labels.error_title, heading: labels.error_heading, text }, context);
}

/** The content of the page for a request that is wrong. */
interface RequestErrorPage {
  readonly fault: string;
  readonly redirect_uri: string;
  /** The address that tells the client the fault. */
  readonly link: string;
}

/** Returns the page for a request that is wrong, with a link back to its client. Its policy is `plainPolicy`. */
export function requestErrorPage(context: PageContext, { fault, redirect_uri, link }: RequestErrorPage): string {
  const labels = context.locale.labels.connect;
  const text = html`${labels.wrong_request} ${inEnglish(context, fault)}</p>
<p>${labels.anyone_registers}</p>
<p><a href="${link}" rel="noreferrer">${labels.return_to(destinationOf(redirect_uri, labels))}</a>`;
  return plainDocument({ title: labels.error_title, heading: labels.error_heading, text }, context);
}

/** Returns a scope in words: "contacts: read". */
const shownScope = (scope: string): string => scope.replace(':', ': ');

/** Returns an English sentence for a page of any language. */
const inEnglish = ({ locale }: PageContext, text: string): Part =>
  locale.tag.startsWith('en') ? text : html`<span lang="en">${text}</span>`;

const consentDocument = (language: string, title: string, body: Part): string =>
  htmlDocument({
    title,
    language,
    style: CONSENT_STYLE,
    isHidden: true,
    head: html`<link rel="icon" href="${ICON_PATH}">\n`,
    body: html`<main>\n${body}\n</main>`,
  });
