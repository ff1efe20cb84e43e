/** Requests that the own key answers. */
export const meExamples = {
  get_me: [
    'Who am I?',
    'Whose key is this, and when does it expire?',
    'In which Space am I working?',
    'Which scopes do I have? What am I allowed to do here?',
    'Show my permissions',
    'In the name of which agent do I act?',
    'Test that the connection and my key work',
    'How many calls may I still make this second?',
    'Does a person have to approve what I do?',
  ],
} as const;
