import type { Scope } from '@space/contracts/core';
import { type SpaceKey, spaceKeyOf } from '../space-key.ts';

/** A key with these scopes, as the cache would know it. */
export const keyWith = (granted: readonly (Scope | string)[], mode: 'every' | 'everyday' = 'every'): SpaceKey =>
  spaceKeyOf({
    id: 'key_1',
    space_id: 'spc_1',
    name: 'Key',
    agent_id: null,
    agent_name: null,
    scopes: [...granted],
    catalog_mode: mode,
    expires_at: null,
    revoked_at: null,
  });
