import type { DesignedScreens } from '../designed-screens.ts';

/** The designed screens of tables. */
export const tablesScreens: DesignedScreens = {};
