import type { NavLayout } from '@space/contracts/publishing';

/** One page in the navigation of a site. */
export interface NavigationLink {
  readonly label: string;
  readonly url: string;
  readonly is_current: boolean;
}

/** The navigation of a site as one of its pages shows it. */
export interface Navigation {
  readonly layout: Exclude<NavLayout, 'none'>;
  readonly title: string;
  readonly logo_url: string | null;
  readonly home_url: string;
  readonly links: readonly NavigationLink[];
}
