import type { DesignedScreens } from '../designed-screens.ts';

/** The designed screens of automations. */
export const automationsScreens: DesignedScreens = {};
