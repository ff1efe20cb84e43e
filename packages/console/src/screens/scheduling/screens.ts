import { type DesignedScreens, lazyScreen } from '../designed-screens.ts';

const calendar = lazyScreen(() => import('./calendar/calendar-screen.tsx').then(({ CalendarScreen }) => CalendarScreen));

/** The designed screens of booking pages, bookings and the calendar. */
export const schedulingScreens: DesignedScreens = {
  'calendar.list': calendar,
};
