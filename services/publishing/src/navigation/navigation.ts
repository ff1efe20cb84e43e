import type { NavLayout } from '@space/contracts/publishing';

/** The fields of a site that its navigation shows. */
export interface NavigationSite {
  readonly slug: string;
  readonly title: string;
  readonly nav_layout: NavLayout;
  readonly logo_url: string | null;
  readonly home_page_id: string | null;
}

/** A published page of a site. */
export interface NavigationPage {
  readonly id: string;
  readonly slug: string;
  readonly label: string;
  readonly show_in_nav: boolean;
}

/** A link in the navigation of a site. */
export interface NavigationLink {
  readonly label: string;
  readonly url: string;
  readonly is_current: boolean;
}

/** The navigation of a site on one of its pages. */
export interface Navigation {
  readonly layout: Exclude<NavLayout, 'none'>;
  /** The accent colour of the Space, or null. */
  readonly accent: string | null;
  readonly title: string;
  readonly logo_url: string | null;
  readonly home_url: string;
  /** The label of the menu on a narrow screen. */
  readonly menu_label: string;
  readonly links: readonly NavigationLink[];
}
