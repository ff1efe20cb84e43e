import type { PlanFields } from './plan-draft.ts';

/** An automation to begin with. */
export interface Recipe {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly fields: PlanFields;
}

/** Returns three automations to begin with, and the empty one. */
export const recipes: readonly Recipe[] = [
  {
    id: 'welcome',
    title: 'Tag new contacts',
    about: 'When a contact is created, it gets the tag “new”.',
    fields: {
      name: 'Tag new contacts',
      description: null,
      trigger: { event_type: 'contact_created', filters: {} },
      actions: [{ operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: ['new'] } }],
    },
  },
  {
    id: 'booking',
    title: 'Tag guests of bookings',
    about: 'When a booking is made, its contact gets the tag “guest”.',
    fields: {
      name: 'Tag guests of bookings',
      description: null,
      trigger: { event_type: 'booking_created', filters: {} },
      actions: [{ operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: ['guest'] } }],
    },
  },
  {
    id: 'reminder',
    title: 'Put a reminder into the calendar',
    about: 'You start it by hand with a title and a time.',
    fields: {
      name: 'Put a reminder into the calendar',
      description: null,
      trigger: { manual: true },
      actions: [
        {
          operation: 'calendar.create',
          arguments: { title: '{{payload.title}}', starts_at: '{{payload.starts_at}}', category: 'reminder' },
        },
      ],
    },
  },
];

const blank: PlanFields = { name: '', description: null, trigger: { manual: true }, actions: [] };

/** Returns the fields of a recipe; those of an empty automation for any other id. */
export const recipeFields = (id: string): PlanFields => recipes.find((recipe) => recipe.id === id)?.fields ?? blank;
