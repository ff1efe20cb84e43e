/** Requests that the activity log answers. */
export const activityExamples = {
  list_activity: [
    'Who did what?',
    'Who did what in our Space today?',
    'Show the audit log of all API calls',
    'Which calls were refused for a missing scope this week?',
    'What has the agent Milo been doing with his key?',
    'Who deleted the Orders table? I want the name of the culprit',
    'Everything that happened to contact con_01jd, by whom and with what outcome',
    'Only the changes made over MCP, not the reads',
    'Is our old key still in use, and for which operations?',
  ],
} as const;
