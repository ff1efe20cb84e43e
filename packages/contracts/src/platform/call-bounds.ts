import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of several calls in one over MCP, and of calls that wait for an approval. */
export const callBounds: readonly Bound[] = [
  { subject: 'steps of `run_steps`', value: limits.MAX_STEPS, unit: 'steps', per: 'request', refusal: 'invalid' },
  {
    subject: 'time after which `run_steps` begins no further step',
    value: limits.MAX_STEPS_MS,
    unit: 'milliseconds',
    per: 'request',
    effect: 'the rest of the steps is not run, and the result says so',
  },
  {
    subject: 'id of a step of `run_steps`',
    value: limits.MAX_STEP_ID_CHARACTERS,
    unit: 'characters',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'time for the approval of a call over MCP',
    value: limits.APPROVAL_SECONDS,
    unit: 'seconds',
    per: 'request',
    refusal: 'forbidden',
  },
  {
    subject: 'calls over MCP that wait for their approval',
    value: limits.MAX_PENDING_APPROVALS,
    unit: 'calls',
    per: 'key',
    effect: 'the oldest one expires',
  },
  {
    subject: 'arguments of a call over MCP that its approval shows',
    value: limits.MAX_APPROVAL_CHARACTERS,
    unit: 'characters',
    per: 'request',
    effect: 'the rest is left out',
  },
  {
    subject: 'logo of the public pages',
    value: limits.MAX_LOGO_CHARACTERS,
    unit: 'characters of its address or its data URL',
    per: 'Space',
    refusal: 'invalid',
  },
];
