import type { DesignedScreens } from '../designed-screens.ts';

/** The designed screens of booking pages, bookings and the calendar. */
export const schedulingScreens: DesignedScreens = {};
