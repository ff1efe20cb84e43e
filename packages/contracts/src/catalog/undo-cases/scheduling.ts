import type { UndoCases } from './undo-case.ts';

const id = 'x_1';
const [nine, ten, noon] = ['2027-01-01T09:00:00.000Z', '2027-01-01T10:00:00.000Z', '2027-01-01T12:00:00.000Z'];
const guest = { name: 'Ada', email: 'ada@example.com' };
const restore = (tool: string, args: object) => ({ tool, arguments: { id, ...args } });

/** The undo of changes of forms, submissions, bookings and the calendar. */
export const schedulingUndoCases: UndoCases = {
  cases: [
    ['create_form', 'deletes the form', { name: 'A' }, { id }, { tool: 'delete_form', arguments: { id } }],
    ['update_form', 'restores the values before', { id, name: 'B' }, { before: { name: 'A' } }, restore('update_form', { name: 'A' })],
    ['update_form', 'has no undo when it changed nothing', { id, name: 'A' }, { before: {} }, null],
    [
      'submit_form',
      'deletes a submission without a contact',
      { id, data: {} },
      { id: 'sub_1', contact_id: null, status: 'confirmed' },
      restore('delete_form_submission', { submission_id: 'sub_1' }),
    ],
    [
      'submit_form',
      'has no undo for a captured contact',
      { id, data: {} },
      { id: 'sub_1', contact_id: 'con_1', status: 'confirmed' },
      null,
    ],
    [
      'submit_form',
      'has no undo after a request for a confirmation',
      { id, data: {} },
      { id: 'sub_1', contact_id: null, status: 'pending_confirmation' },
      null,
    ],
    [
      'delete_calendar_event',
      'makes the event again',
      { id },
      { before: { title: 'A', starts_at: nine, rrule: null } },
      { tool: 'create_calendar_event', arguments: { title: 'A', starts_at: nine, rrule: null } },
    ],
    ['delete_calendar_event', 'has no undo for the event of a cancelled booking', { id }, { before: null }, null],
    ['create_booking_page', 'deletes the page', { name: 'A' }, { id }, { tool: 'delete_booking_page', arguments: { id } }],
    [
      'update_booking_page',
      'restores the values before',
      { id, status: 'paused' },
      { before: { status: 'active' } },
      restore('update_booking_page', { status: 'active' }),
    ],
    [
      'create_booking_page_feed',
      'ends a new feed',
      { id },
      { id, replaced: false },
      { tool: 'delete_booking_page_feed', arguments: { id } },
    ],
    ['create_booking_page_feed', 'has no undo for a feed that replaced another', { id }, { id, replaced: true }, null],
    [
      'create_booking',
      'cancels the booking',
      { booking_page_id: 'bkp_1', starts_at: nine, guest },
      { id },
      restore('cancel_booking', { delete_calendar_event: true }),
    ],
    [
      'reschedule_booking',
      'moves the booking back',
      { id, starts_at: noon },
      { starts_at: noon, ends_at: noon, before: { starts_at: nine, ends_at: ten, is_forced: false } },
      restore('reschedule_booking', { starts_at: nine, ends_at: ten }),
    ],
    [
      'reschedule_booking',
      'moves a forced booking back without a check',
      { id, starts_at: noon },
      { starts_at: noon, ends_at: noon, before: { starts_at: nine, ends_at: ten, is_forced: true } },
      restore('reschedule_booking', { starts_at: nine, ends_at: ten, skip_availability_check: true }),
    ],
    [
      'reschedule_booking',
      'has no undo when it moved nothing',
      { id, starts_at: nine },
      { starts_at: nine, ends_at: ten, before: { starts_at: nine, ends_at: ten, is_forced: false } },
      null,
    ],
    [
      'create_calendar_event',
      'deletes the event',
      { title: 'A', starts_at: nine },
      { id },
      { tool: 'delete_calendar_event', arguments: { id } },
    ],
    [
      'update_calendar_event',
      'restores the values before',
      { id, title: 'B' },
      { starts_at: nine, ends_at: ten, before: { title: 'A' } },
      restore('update_calendar_event', { title: 'A' }),
    ],
    [
      'update_calendar_event',
      'restores both times when one changed',
      { id, starts_at: noon, ends_at: ten },
      { starts_at: noon, ends_at: ten, before: { starts_at: nine } },
      restore('update_calendar_event', { starts_at: nine, ends_at: ten }),
    ],
    [
      'update_calendar_event',
      'has no undo when it changed nothing',
      { id, title: 'A' },
      { starts_at: nine, ends_at: ten, before: {} },
      null,
    ],
  ],
  missing: [],
};
