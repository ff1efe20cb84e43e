import type { PageContext } from '@space/web';
import type { BookingPageRow } from './booking-pages.queries.ts';

/** Returns the host that a booking page names, otherwise the name of its Space; null without both. */
export const hostName = ({ theme }: Pick<PageContext, 'theme'>, page: Pick<BookingPageRow, 'host'> | null): string | null =>
  page?.host ?? theme.look.name;
