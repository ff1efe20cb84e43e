import type { DesignedScreens } from '../designed-screens.ts';

/** The designed screens of contacts and audiences. */
export const contactsScreens: DesignedScreens = {};
