import { PLAIN_STYLE } from '@space/web';

/** The style of the pages on which a person gives a client access. */
export const CONSENT_STYLE = `${PLAIN_STYLE}
dl { margin: 0 0 1.25rem; }
dt { color: var(--soft); font-size: .9375rem; }
dd { margin: 0 0 .5rem; font-weight: 600; }
form { margin: 1.25rem 0 0; }
label { display: block; font-weight: 600; }
input[type=password] { display: block; width: 100%; margin: .25rem 0; padding: .6rem .75rem; font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
input:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
fieldset { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
legend { font-weight: 600; padding: 0 .25rem; }
fieldset label { display: flex; gap: .6rem; align-items: center; min-height: 2.75rem; font-weight: 400; }
fieldset input { width: 1.25rem; height: 1.25rem; flex: none; accent-color: var(--link); }
ul { list-style: none; margin: 0; padding: 0; }
@media (min-width: 44rem) { ul { display: grid; grid-template-columns: repeat(3, 1fr); } fieldset label { min-height: 2.25rem; } }
[role=alert] { margin: 0 0 1rem; padding: .75rem 1rem; color: var(--bad); background: var(--bad-ground); border-radius: .5rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1rem; }
button { min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
button[value=approve] { color: var(--on-link); background: var(--link); border-color: var(--link); }
`;
