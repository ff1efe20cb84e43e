import { expect, test } from '@jest/globals';
import { paddleAdapter } from './paddle-adapter.ts';

test('takes a signing secret and no key, and says why', () => {
  expect(paddleAdapter.secretErrors({ webhook_secret: 'pdl_ntfset_x' })).toEqual([]);
  expect(paddleAdapter.secretErrors({ secret: 'pdl_live_apikey', webhook_secret: 'pdl_ntfset_x' })).toEqual([
    { path: 'secret', code: 'invalid', message: expect.stringContaining('could move money') },
  ]);
  expect(paddleAdapter.secretErrors({})).toEqual([{ path: 'webhook_secret', code: 'required', message: 'is required' }]);
  expect(paddleAdapter.secretErrors({ webhook_secret: ' ' })).toMatchObject([{ path: 'webhook_secret', code: 'invalid' }]);
  expect(paddleAdapter.modeOf('pdl_live_apikey')).toBeUndefined();
  expect(paddleAdapter.reader).toBeNull();
});
