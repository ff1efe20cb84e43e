/** Requests that the look of public pages answers. */
export const lookExamples = {
  get_look: [
    'Which logo and accent colour do our public pages have?',
    'What branding do visitors of our forms see?',
    'Which language are our public pages shown in?',
    'Is our brand colour readable in dark mode?',
    'Which typeface do our booking pages use?',
    'Do our calendars start on Monday or on Sunday?',
  ],
  update_look: [
    'Put our logo on all public pages',
    'Change the brand colour of forms and booking pages to green',
    'Show our public pages in German',
    'Use a serif typeface on the public pages',
    'Let calendars start on Sunday and show times with am and pm',
    'Visitors should see our company name above each form',
  ],
} as const;
