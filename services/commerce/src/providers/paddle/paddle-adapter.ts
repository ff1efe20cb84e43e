import type { PaymentAdapter } from '../../provider-port/provider.ts';
import { readPaddleEvent } from './paddle-events.ts';
import { verifyPaddleWebhook } from './paddle-signature.ts';

/**
 * The adapter for Paddle Billing. It reads webhooks only: the permissions of a key of Paddle cannot be read, so none that could move
 * money is ever stored.
 */
export const paddleAdapter: PaymentAdapter = {
  secretErrors({ secret, webhook_secret }) {
    const errors = [];
    if (secret !== undefined)
      errors.push({
        path: 'secret',
        code: 'invalid',
        message: 'must be left out: the permissions of a key of Paddle cannot be checked, so a key could move money',
      });
    if (webhook_secret === undefined) errors.push({ path: 'webhook_secret', code: 'required', message: 'is required' });
    else if (!/\S/.test(webhook_secret)) errors.push({ path: 'webhook_secret', code: 'invalid', message: 'must not be empty' });
    return errors;
  },
  modeOf: () => undefined,
  verify: verifyPaddleWebhook,
  read: readPaddleEvent,
  reader: null,
};
