import { contentSecurityPolicy, html, htmlDocument, type Part, plainContext, plainDocument, strictPolicy } from '@space/web';
import type { AuthorizationRequest } from './authorization-request.ts';
import { CONSENT_STYLE } from './consent-style.ts';
import { destinationOf } from './redirect-uri.ts';

/*
 * The pages on which a person gives a client access: first the key, then the scopes. They are plain HTML without a script. No site may
 * frame them, and they load nothing. The key is in no address and in no answer.
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

/** Returns the Content-Security-Policy of both pages. */
export const consentPolicy = (redirectUri: string): string =>
  contentSecurityPolicy(
    strictPolicy(CONSENT_STYLE, {
      // Browsers apply it to every redirect that follows the form, and clients redirect further. So it names a scheme, and no host.
      'form-action': ["'self'", new URL(redirectUri).protocol],
    }),
  );

/** Returns the page on which a person types a key. */
export function keyPage({ request, action, hidden, fault }: KeyPage): string {
  const { client, redirect_uri } = request;
  const described = fault === undefined ? 'key-hint' : 'key-fault key-hint';
  return consentDocument(
    `Connect ${client.name}`,
    html`<h1>Connect ${client.name} to a Space</h1>
<p>This program asks to act in a Space for you. Continue only if you have just started this yourself.</p>
<dl>
<dt>Name that the program gives itself</dt><dd>${client.name}</dd>
<dt>Published by</dt><dd>${client.host ?? 'unknown: the program registered itself'}</dd>
<dt>Then you return to</dt><dd>${destinationOf(redirect_uri)}</dd>
</dl>
<form method="post" action="${action}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}${
  fault !== undefined && html`<p role="alert" id="key-fault">${fault}</p>\n`
}<label for="key">Space API key</label>
<input id="key" name="key" type="password" required autocomplete="off" spellcheck="false" autocapitalize="none" aria-describedby="${described}"${
      fault !== undefined && html` aria-invalid="true"`
    }>
<p id="key-hint">It begins with wks_live_. The operator of the Space creates keys. On the next page you choose what the program may do.</p>
<div class="actions"><button name="decision" value="approve">Continue</button>
<button name="decision" value="cancel" formnovalidate>Cancel</button></div>
</form>`,
  );
}

/** Returns the page on which a person chooses the scopes that a client gets. */
export function scopesPage({ client_name, redirect_uri, space_name, key_name, scopes, action, consent, fault }: ScopesPage): string {
  return consentDocument(
    `What may ${client_name} do?`,
    html`<h1>What may ${client_name} do?</h1>
<dl>
<dt>Space</dt><dd>${space_name}</dd>
<dt>Key</dt><dd>${key_name}</dd>
<dt>Then you return to</dt><dd>${destinationOf(redirect_uri)}</dd>
</dl>
<form method="post" action="${action}">
<input type="hidden" name="consent" value="${consent}">
${fault !== undefined && html`<p role="alert">${fault}</p>\n`}<fieldset aria-describedby="scopes-hint">
<legend>Scopes</legend>
<ul>
${scopes.map((scope) => html`<li><label><input type="checkbox" name="scope" value="${scope}" checked>${shownScope(scope)}</label></li>\n`)}</ul>
</fieldset>
<p id="scopes-hint">“read” shows things and “write” changes them. “run” has effects outside, such as publishing a page or sending a post.</p>
<p>The access ends with the key. The operator of the Space can also revoke it alone.</p>
<div class="actions"><button name="decision" value="approve">Allow</button>
<button name="decision" value="cancel">Cancel</button></div>
</form>`,
  );
}

/** Returns the page of an error after which a person can only begin again. Its policy is `plainPolicy`. */
export const consentErrorPage = (text: string): string =>
  plainDocument({ title: 'Cannot connect', heading: 'The program cannot be connected', text }, plainContext('en'));

/** The content of the page for a request that is wrong. */
interface RequestErrorPage {
  readonly fault: string;
  readonly redirect_uri: string;
  /** The address that tells the client the fault. */
  readonly link: string;
}

/** Returns the page for a request that is wrong, with a link back to its client. Its policy is `plainPolicy`. */
export function requestErrorPage({ fault, redirect_uri, link }: RequestErrorPage): string {
  const text = html`The program sent a wrong request: ${fault}</p>
<p>Anyone can register a program here. Follow this link only if you have just started the program yourself.</p>
<p><a href="${link}" rel="noreferrer">Return to ${destinationOf(redirect_uri)}</a>`;
  return plainDocument({ title: 'Cannot connect', heading: 'The program cannot be connected', text }, plainContext('en'));
}

/** Returns a scope in words: "contacts: read". */
const shownScope = (scope: string): string => scope.replace(':', ': ');

const consentDocument = (title: string, body: Part): string =>
  htmlDocument({ title, style: CONSENT_STYLE, isHidden: true, body: html`<main>\n${body}\n</main>` });
