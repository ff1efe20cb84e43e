import type { Client } from '@space/client';

/** Triggers every event of booking pages and bookings. */
export async function triggerBookingEvents({ booking_pages, bookings }: Client): Promise<void> {
  const page = await booking_pages.create({ name: 'Intro call', min_notice_hours: 0 });
  await booking_pages.update({ id: page.id, buffer_minutes: 10 });
  const { slots } = await booking_pages.preview({ id: page.id });
  const [time, later] = slots.slice(-2);
  const guest = { name: 'Ada Lovelace', email: 'ada@example.com' };
  const booking = await bookings.create({ booking_page_id: page.id, starts_at: time!.starts_at, guest });
  await bookings.reschedule({ id: booking.id, new_date: later!.date, new_start: later!.start });
  await bookings.cancel({ id: booking.id, delete_calendar_event: true });
  await booking_pages.delete({ id: page.id });
}

/** Triggers every event of the calendar. */
export async function triggerCalendarEvents({ calendar }: Client): Promise<void> {
  const event = await calendar.create({ title: 'Weekly review', starts_at: '2026-05-04T09:00:00Z' });
  await calendar.update({ id: event.id, title: 'Weekly review and plan' });
  await calendar.delete({ id: event.id });
}
