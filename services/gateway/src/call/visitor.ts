import type { Caller } from '@space/contracts/core';

/** The caller of pages and of the byte door: no one in particular, in no Space until a service knows the Space. */
export const VISITOR: Caller = { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } };
