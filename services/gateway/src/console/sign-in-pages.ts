import { MAX_PERSON_NAME, PASSWORD_CHARACTERS } from '@space/contracts/people';
import { contentSecurityPolicy, html, htmlDocument, type Part, strictPolicy } from '@space/web';
import type { FlowKind } from '../identities/provider-flow.ts';
import { SIGN_IN_SCRIPT_PATH } from './sign-in-script.ts';
import { SIGN_IN_STYLE } from './sign-in-style.ts';

/*
 * The pages of the console that work without scripts: sign in, accept an invitation, confirm, and messages. A form is sent to its own
 * address. Text of others is escaped by `html`.
 */

/** The Content-Security-Policy of these pages. */
export const SIGN_IN_POLICY = contentSecurityPolicy(strictPolicy(SIGN_IN_STYLE, { 'img-src': "'self'", 'form-action': "'self'" }));

/** The Content-Security-Policy of those among them that offer passkeys: the script of the console runs, and asks the console. */
export const SCRIPTED_POLICY = contentSecurityPolicy(
  strictPolicy(SIGN_IN_STYLE, { 'script-src': "'self'", 'connect-src': "'self'", 'img-src': "'self'", 'form-action': "'self'" }),
);

/** A field that was refused: its name and one sentence. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** The means with which a person can prove who they are on a page. */
interface Means {
  /** The name of the identity provider of the installation. */
  readonly provider?: string | undefined;
  readonly has_password: boolean;
}

interface SignInPage extends Means {
  /** The path to go to after the sign-in. */
  readonly next: string;
  readonly email?: string | undefined;
  readonly fault?: string | undefined;
  readonly has_passkeys: boolean;
}

/** Returns the page on which a person signs in. */
export const signInPage = ({ next, email, fault, provider, has_password, has_passkeys }: SignInPage): string =>
  signInDocument(
    'Sign in',
    html`<h1>Sign in</h1>
${faultHtml(fault)}${
  has_password &&
  html`<form method="post" action="/sign-in">
<input type="hidden" name="next" value="${next}">
${field({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'username', value: email })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<div class="actions"><button class="main">Sign in</button></div>
</form>
`
}${has_passkeys && passkeyForm('/sign-in/passkey', next, 'Sign in with a passkey')}${
  provider !== undefined && providerForm({ kind: 'sign_in', text: `Sign in with ${provider}`, next, is_main: !has_password })
}<p>There is no sign-up: an owner or admin of a Space invites you.${
      has_password && ' If you lost your password, ask the operator of this installation for a new link.'
    }</p>`,
    has_passkeys,
  );

/** Returns the form that the script shows and fills in where the browser has passkeys. */
const passkeyForm = (action: string, next: string, text: string): Part => html`<form method="post" action="${action}" data-passkey hidden>
<input type="hidden" name="next" value="${next}"><input type="hidden" name="credential">
<button>${text}</button>
<p role="alert" hidden></p>
</form>
`;

interface ProviderForm {
  readonly kind: FlowKind;
  readonly text: string;
  readonly next?: string;
  readonly invitation?: string;
  readonly is_main?: boolean;
}

const providerForm = ({
  kind,
  text,
  next,
  invitation,
  is_main = false,
}: ProviderForm): Part => html`<form method="post" action="/sign-in/provider">
<input type="hidden" name="for" value="${kind}">${next !== undefined && html`<input type="hidden" name="next" value="${next}">`}${
  invitation !== undefined && html`<input type="hidden" name="invitation" value="${invitation}">`
}<button${is_main && html` class="main"`}>${text}</button>
</form>
`;

interface InvitationPage extends Means {
  readonly space_name: string;
  readonly role: string;
  readonly email: string | null;
  /** True for the link that makes the first person of the installation. */
  readonly is_setup: boolean;
  /** The person who is signed in in this browser; undefined without a session. */
  readonly signed_in_as?: string | undefined;
  /** The values to show again after a refusal. */
  readonly values?: { readonly name?: string | undefined; readonly email?: string | undefined } | undefined;
  readonly faults?: readonly FieldFault[] | undefined;
  /** The path of the page. */
  readonly path: string;
  /** The secret of the link. */
  readonly secret: string;
}

/** Returns the page on which a person accepts an invitation, or becomes the first owner. */
export function invitationPage(page: InvitationPage): string {
  const { space_name, role, is_setup, signed_in_as, path, secret, provider, has_password, faults = [] } = page;
  const heading = is_setup ? 'Set up the console' : `Join ${space_name}`;
  const lead = is_setup
    ? html`You become the owner of the Space <strong>${space_name}</strong>. The link works once.`
    : html`You become ${role === 'admin' || role === 'owner' ? 'an' : 'a'} ${role} of the Space <strong>${space_name}</strong>. The link works once.`;
  const other = faults.filter(({ path: name }) => !['name', 'email', 'password'].includes(name)).map(({ message }) => message);
  return signInDocument(
    heading,
    html`<h1>${heading}</h1>
<p>${lead}</p>
${faultHtml(other.length > 0 ? other.join(' ') : undefined)}${
  signed_in_as !== undefined &&
  html`<form method="post" action="${path}"><button class="main" name="as" value="me">Join as ${signed_in_as}</button></form>
<h2>Or as another person</h2>\n`
}${
  provider !== undefined &&
  providerForm({
    kind: 'accept',
    text: `Continue with ${provider}`,
    invitation: secret,
    is_main: !has_password && signed_in_as === undefined,
  })
}${has_password && newPersonForm(page)}`,
  );
}

const newPersonForm = ({ path, email, values, faults = [], is_setup }: InvitationPage): Part => html`<form method="post" action="${path}">
${field({ name: 'name', label: 'Your name', type: 'text', autocomplete: 'name', value: values?.name, faults, max: MAX_PERSON_NAME })}
${field({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'username', value: values?.email ?? email ?? undefined, faults })}
${field({
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: `At least ${PASSWORD_CHARACTERS.min} characters. A sentence is easy to remember; there are no other rules.`,
  faults,
  max: PASSWORD_CHARACTERS.max,
})}
<div class="actions"><button class="main">${is_setup ? 'Become the owner' : 'Join'}</button></div>
</form>
${!is_setup && html`<p>Are you here already? <a href="/sign-in?next=${encodeURIComponent(path)}">Sign in</a> first.</p>`}`;

interface ConfirmPage extends Means {
  readonly next: string;
  readonly name: string;
  readonly fault?: string;
  readonly has_passkeys: boolean;
}

/** Returns the page on which a person proves who they are before something dangerous. */
export const confirmPage = ({ next, name, fault, provider, has_password, has_passkeys }: ConfirmPage): string =>
  signInDocument(
    'Confirm that it is you',
    html`<h1>Confirm that it is you</h1>
<p>You are signed in as ${name}. What you want to do next needs a confirmation.</p>
${faultHtml(fault)}${
  has_password &&
  html`<form method="post" action="/confirm">
<input type="hidden" name="next" value="${next}">
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<div class="actions"><button class="main">Confirm</button></div>
</form>
`
}${has_passkeys && passkeyForm('/confirm/passkey', next, 'Confirm with a passkey')}${
  provider !== undefined && providerForm({ kind: 'confirm', text: `Confirm with ${provider}`, next, is_main: !has_password })
}<p><a href="${next}">Cancel</a></p>`,
    has_passkeys,
  );

/** Returns the page on which a person links an account at the identity provider. */
export const linkPage = ({ name, provider, next }: { readonly name: string; readonly provider: string; readonly next: string }): string =>
  signInDocument(
    `Link ${provider}`,
    html`<h1>Link ${provider}</h1>
<p>You are signed in as ${name}. From then on the account that you choose at ${provider} signs you in here.</p>
${providerForm({ kind: 'link', text: `Go on to ${provider}`, next, is_main: true })}<p><a href="${next}">Cancel</a></p>`,
  );

/** Returns a page that goes on to an address, by itself or by its link. */
export const goOnPage = (heading: string, href: string): string =>
  signInDocument(
    heading,
    html`<h1>${heading}</h1>\n<p><a href="${href}">Go on</a></p>`,
    false,
    html`<meta http-equiv="refresh" content="0;url=${href}">\n`,
  );

/** Returns a page that says one thing, with a link to where a person can go on. */
export const messagePage = (heading: string, text: string, link: { readonly href: string; readonly text: string }): string =>
  signInDocument(heading, html`<h1>${heading}</h1>\n<p>${text}</p>\n<p><a href="${link.href}">${link.text}</a></p>`);

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly autocomplete: string;
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly faults?: readonly FieldFault[];
  readonly max?: number;
}

function field({ name, label, type, autocomplete, value, hint, faults = [], max }: Field): Part {
  const fault = faults.find(({ path }) => path === name)?.message;
  const described = [fault !== undefined && `${name}-fault`, hint !== undefined && `${name}-hint`].filter(Boolean).join(' ');
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" required autocomplete="${autocomplete}"${value !== undefined && html` value="${value}"`}${
    max !== undefined && html` maxlength="${String(max)}"`
  }${described !== '' && html` aria-describedby="${described}"`}${fault !== undefined && html` aria-invalid="true"`}>
${fault !== undefined && html`<p class="fault" id="${name}-fault">${label} ${fault}.</p>\n`}${hint !== undefined && html`<p id="${name}-hint">${hint}</p>`}`;
}

const faultHtml = (fault: string | undefined): Part => fault !== undefined && html`<p role="alert">${fault}</p>\n`;

const signInDocument = (title: string, body: Part, hasScript = false, head?: Part): string =>
  htmlDocument({
    title: `${title} · Space`,
    style: SIGN_IN_STYLE,
    isHidden: true,
    head: html`<link rel="icon" href="/icon.svg">\n${head ?? false}${hasScript && html`<script type="module" src="${SIGN_IN_SCRIPT_PATH}"></script>\n`}`,
    body: html`<main>\n${body}\n</main>`,
  });
