/** Requests that the tools of share links of whiteboards answer. */
export const whiteboardSharingExamples = {
  list_whiteboard_share_links: [
    'Which share links does the whiteboard have?',
    'Who can open the whiteboard by a link?',
    'Show the public links to this board',
    'Is the whiteboard shared with anyone outside?',
    'How often was the link to the diagram opened?',
    'List the links to the whiteboard that expire',
  ],
  get_whiteboard_share_link: [
    'Give me the address of the link to the whiteboard again',
    'When does the link to the whiteboard expire?',
    'Has the link to the board a password?',
    'Read one share link of the whiteboard',
    'How many times was this whiteboard link opened?',
    'Show the link wsh_01jd',
  ],
  create_whiteboard_share_link: [
    'Share the whiteboard by a link',
    'Make a public link to the board with a password',
    'Let our partners see this whiteboard without an account',
    'Give me a link to the diagram that works until Friday',
    'Create a read-only link for the whiteboard',
    'I want to show the canvas to someone outside',
  ],
  update_whiteboard_share_link: [
    'Put a password on the link to the whiteboard',
    'Let the share link of the board expire tomorrow',
    'Rename the link for our partners to the whiteboard',
    'Remove the password of the whiteboard link',
    'Make the link to the diagram work forever',
    'Change the expiry of the share link of the whiteboard',
  ],
  delete_whiteboard_share_link: [
    'Revoke the share link of the whiteboard',
    'Stop sharing the board',
    'The link to the whiteboard must not work any more',
    'Delete the public link to the diagram',
    'Take the whiteboard link away from our partners',
    'Nobody outside should see the whiteboard now',
  ],
} as const;
