import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

const calendar = lazyScreen(() => import('./calendar/calendar-screen.tsx').then(({ CalendarScreen }) => CalendarScreen));
const bookingPages = lazyScreen(() =>
  import('./booking-pages/booking-pages-screen.tsx').then(({ BookingPagesScreen }) => BookingPagesScreen),
);
const bookingPage = lazyScreen(() => import('./booking-pages/booking-page-screen.tsx').then(({ BookingPageScreen }) => BookingPageScreen));
const bookings = lazyScreen(() => import('./bookings/bookings-screen.tsx').then(({ BookingsScreen }) => BookingsScreen));
const booking = lazyScreen(() => import('./bookings/booking-screen.tsx').then(({ BookingScreen }) => BookingScreen));

/** The designed screens of booking pages, bookings and the calendar. */
export const schedulingScreens: DesignedScreens = {
  'booking_pages.get': bookingPage,
  'booking_pages.list': bookingPages,
  'bookings.get': booking,
  'bookings.list': bookings,
  'calendar.list': calendar,
};
