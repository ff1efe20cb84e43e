import type { FormTemplate } from './form-template.ts';

/** The answer to an invitation. */
export const eventRsvp: FormTemplate = {
  description: 'Who comes to an event, with how many, and what they eat.',
  fields: [
    { key: 'name', label: 'Name', type: 'short_text', required: true, map_to: 'contact.name' },
    { key: 'email', label: 'Email', type: 'email', required: true },
    {
      key: 'attending',
      label: 'Will you come?',
      type: 'radio',
      required: true,
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
        { value: 'maybe', label: 'Maybe' },
      ],
    },
    {
      key: 'guests_count',
      label: 'How many people do you bring?',
      type: 'number',
      validation: { min: 0, max: 10, integer: true },
      visible_if: { field: 'attending', op: 'eq', value: 'yes' },
    },
    {
      key: 'guest_names',
      label: 'What are their names?',
      type: 'long_text',
      visible_if: { field: 'guests_count', op: 'gt', value: 0 },
    },
    {
      key: 'dietary',
      label: 'What should the kitchen know?',
      type: 'multi_select',
      options: ['None', 'Vegetarian', 'Vegan', 'Gluten-free', 'Other'],
    },
    { key: 'accessibility', label: 'What do you need to take part?', type: 'long_text' },
    { key: 'comments', label: 'Anything else?', type: 'long_text' },
  ],
  settings: { success_message: 'Thank you for letting us know.' },
};

/** A Net Promoter Score question with a reason. */
export const nps: FormTemplate = {
  description: 'The Net Promoter question, with a reason that fits the answer.',
  fields: [
    {
      key: 'score',
      label: 'How likely are you to recommend us to a friend?',
      type: 'nps',
      required: true,
      validation: { min_label: 'Not at all', max_label: 'Very likely' },
    },
    {
      key: 'reason_detractor',
      label: 'What went wrong?',
      type: 'long_text',
      visible_if: {
        and: [
          { field: 'score', op: 'is_not_empty' },
          { field: 'score', op: 'lte', value: 6 },
        ],
      },
    },
    {
      key: 'reason_passive',
      label: 'What could be better?',
      type: 'long_text',
      visible_if: {
        and: [
          { field: 'score', op: 'gte', value: 7 },
          { field: 'score', op: 'lte', value: 8 },
        ],
      },
    },
    { key: 'reason_promoter', label: 'What do you like?', type: 'long_text', visible_if: { field: 'score', op: 'gte', value: 9 } },
    { key: 'follow_up_ok', label: 'May we ask you more?', type: 'yes_no' },
    { key: 'email', label: 'Email', type: 'email', visible_if: { field: 'follow_up_ok', op: 'eq', value: true } },
  ],
  settings: { success_message: 'Thank you. Your answer helps us to get better.' },
};

/** A quiz with four questions. */
export const quiz: FormTemplate = {
  description: 'Questions with right answers and a result; put your own in their place.',
  fields: [
    { key: 'name', label: 'Name', type: 'short_text', map_to: 'contact.name' },
    { key: 'email', label: 'Email', type: 'email' },
    {
      key: 'q1',
      label: 'Which planet is the largest?',
      type: 'radio',
      required: true,
      options: [{ value: 'Earth' }, { value: 'Jupiter', score: 1, correct: true }, { value: 'Mars' }],
    },
    {
      key: 'q2',
      label: 'At how many degrees Celsius does water boil at sea level?',
      type: 'radio',
      required: true,
      options: [{ value: '90' }, { value: '100', score: 1, correct: true }, { value: '110' }],
    },
    {
      key: 'q3',
      label: 'Who wrote the first program?',
      type: 'radio',
      required: true,
      options: [{ value: 'Ada Lovelace', score: 1, correct: true }, { value: 'Alan Turing' }, { value: 'Grace Hopper' }],
    },
    {
      key: 'q4',
      label: 'Which of these are prime numbers?',
      type: 'multi_select',
      options: [
        { value: '2', score: 1, correct: true },
        { value: '4', score: -1 },
        { value: '7', score: 1, correct: true },
        { value: '9', score: -1 },
      ],
    },
  ],
  settings: {
    success_message: 'Thank you for taking part.',
    quiz: {
      pass_percent: 70,
      show_result: true,
      outcomes: [
        { min_percent: 0, message: 'Not this time. Have another look and try again.' },
        { min_percent: 70, message: 'You passed. Well done.' },
        { min_percent: 100, message: 'All of it right. Excellent.' },
      ],
    },
  },
};
