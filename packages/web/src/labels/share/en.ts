/** The labels of shared views in English. They define which labels there are; the other languages have the same ones. */
export const en = {
  read_only: 'A read-only view of a table, shared by a link. Anyone who has the link can see it.',
  read_only_document: 'A read-only document, shared by a link. Anyone who has the link can see it.',
  read_only_whiteboard: 'A read-only whiteboard, shared by a link. Anyone who has the link can see it.',
  empty: 'There is nothing here yet.',
  untitled: 'Untitled',
  no_value: 'empty',
  updating: 'updating',
  more: (n: string) => `and ${n} more`,
  at_least: (n: string) => `and at least ${n} more`,

  // Pages and search
  pages: 'Pages',
  first_page: 'Back to the start',
  next_page: 'Next page',
  search: 'Search',
  search_rows: 'Search these rows',
  show_all: 'Show all rows',
  rows: (count: number, n: string) => `${n} ${count === 1 ? 'row' : 'rows'}`,
  rows_of: (found: string, count: number, n: string) => `${found} of ${n} ${count === 1 ? 'row' : 'rows'}`,
  more_than: (n: string) => `more than ${n}`,
  search_too_slow: 'This search takes too long. Search for more characters, or ask the owner for a narrower view.',
  nothing_found: (text: string) => `No row contains “${text}”.`,
  rating: (points: string, max: string) => `${points} of ${max}`,

  // Figures over rows
  functions: {
    count: 'count',
    count_empty: 'empty',
    count_filled: 'filled',
    count_unique: 'different',
    sum: 'sum',
    average: 'average',
    min: 'least',
    max: 'most',
    median: 'median',
  },

  // Boards
  board_broken: 'This board cannot be shown: the column that it is stacked by was deleted.',
  back_to_board: 'Back to the board',
  more_stacks: 'More stacks',
  cards: (count: number): string => (count === 1 ? 'card' : 'cards'),
  all: (n: string) => `All ${n}`,
  of_stack: (name: string) => `of ${name}`,
  without: (label: string) => `No ${label.toLowerCase()}`,

  // Calendars
  calendar_broken: 'This calendar cannot be shown: the column of its dates was deleted.',
  months: 'Months',
  this_month: 'This month',
  nothing_in: (month: string) => `There is nothing in ${month}.`,
  weeks: 'Weeks',
  previous_week: 'Previous week',
  next_week: 'Next week',
  this_week: 'This week',
  nothing_this_week: 'There is nothing in this week.',

  // Dashboards
  widget_broken: 'This cannot be computed: a column that it needs was deleted or has another type.',
  widget_updating: 'Its columns are being updated; these numbers may change.',
  as_table: 'As a table',
  value: 'Value',
  largest_groups: 'Only the largest groups are shown.',
  others: (count: number, n: string) => `${n} ${count === 1 ? 'other' : 'others'}`,
  quarter: (quarter: number, year: number) => `Q${quarter} ${year}`,
  highest: (value: string) => `most: ${value}`,

  // Whiteboards
  whiteboard_size: 'Size of the whiteboard',
  fit_width: 'Fit to width',
  actual_size: 'Actual size',
  as_text: 'As text',
  download_svg: 'Download as SVG',
  download_png: 'Download as PNG',
  whiteboard_too_large: 'This whiteboard is too large to be drawn here. Its texts follow.',

  // Passwords
  password_needed: 'Password needed',
  password_title: 'This page needs a password',
  password_text: 'Ask the person who sent you the link for the password.',
  wrong_password: 'That is not the password. Please try again.',
  password: 'Password',
  open: 'Open',
};

/** The labels of shared views in one language. */
export type ShareLabels = typeof en;
