import { type DocsFile, docsFile } from '../docs/docs-pages.ts';
import { headerList } from '../http/headers.ts';

/** The path of the script of the pages that offer passkeys. */
export const SIGN_IN_SCRIPT_PATH = '/sign-in.js';

/*
 * Shows the form of passkeys where the browser has them, asks the console for a challenge when its button is pressed, and sends the answer of the
 * browser with the form. Everything else on these pages works without it.
 */
const SCRIPT = `const Credential = window.PublicKeyCredential;
const canUsePasskeys = typeof Credential?.parseRequestOptionsFromJSON === 'function' && typeof Credential.prototype.toJSON === 'function';

async function useForm(form) {
  const response = await fetch(form.action, { headers: { accept: 'application/json' } });
  const options = response.ok ? await response.json() : undefined;
  if (!options) return 'Passkeys do not work right now. Reload the page, or use another means.';
  const credential = await navigator.credentials.get({ publicKey: Credential.parseRequestOptionsFromJSON(options) });
  form.elements.credential.value = JSON.stringify(credential.toJSON());
  form.submit();
}

for (const form of canUsePasskeys ? document.querySelectorAll('form[data-passkey]') : []) {
  const [alert, button] = [form.querySelector('[role=alert]'), form.querySelector('button')];
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    alert.hidden = true;
    const fault = await useForm(form).catch(() => 'No passkey was used. Try again, or use another means.');
    button.disabled = false;
    alert.hidden = fault === undefined;
    alert.textContent = fault ?? '';
  });
}
`;

/** Returns the script of the pages that offer passkeys. */
export const signInScriptFile = (): DocsFile =>
  docsFile(SCRIPT, headerList({ 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }));
