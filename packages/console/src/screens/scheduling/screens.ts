import { type DesignedScreens, lazyScreen } from '../designed-screens.ts';

const calendar = lazyScreen(() => import('./calendar/calendar-screen.tsx').then(({ CalendarScreen }) => CalendarScreen));
const bookingPages = lazyScreen(() =>
  import('./booking-pages/booking-pages-screen.tsx').then(({ BookingPagesScreen }) => BookingPagesScreen),
);
const bookingPage = lazyScreen(() => import('./booking-pages/booking-page-screen.tsx').then(({ BookingPageScreen }) => BookingPageScreen));

/** The designed screens of booking pages, bookings and the calendar. */
export const schedulingScreens: DesignedScreens = {
  'booking_pages.get': bookingPage,
  'booking_pages.list': bookingPages,
  'calendar.list': calendar,
};
