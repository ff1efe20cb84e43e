import type { DesignedScreens } from '../designed-screens.ts';

/** The designed screens of social. */
export const socialScreens: DesignedScreens = {};
