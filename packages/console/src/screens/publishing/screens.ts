import type { DesignedScreens } from '../designed-screens.ts';

/** The designed screens of sites, pages and the blog. */
export const publishingScreens: DesignedScreens = {};
