/** Requests that the tools of secrets answer. */
export const secretExamples = {
  list_secrets: [
    'Which secrets does this Space have?',
    'Is there a token for the CRM that I can use?',
    'Show the names of all stored credentials',
    'To which hosts may each secret be sent?',
    'Which automations use a secret?',
    'When was each credential last used?',
    'Do we have a stored password for the warehouse service?',
  ],
  get_secret: [
    'Which hosts is the secret CRM_TOKEN allowed for?',
    'When was the credential CRM_TOKEN last used?',
    'Which automations would stop if CRM_TOKEN was deleted?',
    'May agents use the secret CRM_TOKEN?',
    'Look up one secret by its name',
    'How often was the secret CRM_TOKEN replaced?',
  ],
  send_http_request: [
    'Call an external REST API with our token',
    'Send a POST request to another web service',
    'Fetch JSON from an https address',
    'Look up this customer in our CRM over its API',
    'Hand this order over to the warehouse service',
    'Make an HTTP call with a stored credential in the Authorization header',
    'Query a third-party endpoint',
    'Trigger a deployment over its web address',
  ],
} as const;
