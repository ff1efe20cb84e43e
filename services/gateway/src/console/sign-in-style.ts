import { PLAIN_STYLE } from '@space/web';

/** The style of the pages of the console that work without scripts. */
export const SIGN_IN_STYLE = `${PLAIN_STYLE}
main { max-width: 30rem; }
form { margin: 1.25rem 0; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input:not([type=hidden]) { display: block; width: 100%; min-height: 2.75rem; margin: .25rem 0; padding: .6rem .75rem; font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: .375rem; }
input[aria-invalid=true] { border-color: var(--bad); }
input:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.fault { color: var(--bad); }
[role=alert] { padding: .75rem 1rem; color: var(--bad); background: var(--bad-ground); border-radius: .375rem; }
.actions { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; margin-top: 1.25rem; }
button { min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: .375rem; cursor: pointer; }
button.main { color: var(--on-link); background: var(--link); border-color: var(--link); }
`;
