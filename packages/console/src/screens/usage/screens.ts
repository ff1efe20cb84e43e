import type { DesignedScreens } from '../designed-screens.ts';

/** The designed screens of activity and usage. */
export const usageScreens: DesignedScreens = {};
