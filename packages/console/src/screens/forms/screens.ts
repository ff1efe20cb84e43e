import type { DesignedScreens } from '../designed-screens.ts';

/** The designed screens of forms and submissions. */
export const formsScreens: DesignedScreens = {};
