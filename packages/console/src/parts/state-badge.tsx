import type { ReactElement } from 'react';

type Look = readonly [look: '' | 'good' | 'warn' | 'bad', shape: string];

const GOOD: Look = ['good', '✓'];
const BAD: Look = ['bad', '✕'];
const WAITING: Look = ['warn', '↻'];
const PLAIN: Look = ['', '–'];

const looks: Readonly<Record<string, Look>> = {
  active: GOOD,
  enabled: GOOD,
  published: GOOD,
  succeeded: GOOD,
  completed: GOOD,
  paid: GOOD,
  confirmed: GOOD,
  delivered: GOOD,
  open: GOOD,
  posted: GOOD,
  healthy: GOOD,
  done: GOOD,
  failed: BAD,
  dead: BAD,
  error: BAD,
  disabled: BAD,
  cancelled: BAD,
  canceled: BAD,
  refused: BAD,
  expired: BAD,
  revoked: BAD,
  uncollectible: BAD,
  retrying: WAITING,
  running: WAITING,
  pending: ['', '…'],
  queued: ['', '…'],
};

/** Renders a state as a word, a shape and a colour. */
export function StateBadge({ state }: { readonly state: string }): ReactElement {
  const [look, shape] = looks[state] ?? PLAIN;
  return (
    <span className={`badge ${look}`}>
      <span aria-hidden="true">{shape}</span>
      {state.replaceAll('_', ' ')}
    </span>
  );
}
