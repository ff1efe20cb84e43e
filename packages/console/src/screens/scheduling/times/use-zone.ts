import { use } from 'react';
import { Timezone } from '../../../parts/time-ago.tsx';

/** Returns the zone of the member, or that of the browser. */
export function useOwnZone(): string {
  return use(Timezone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
