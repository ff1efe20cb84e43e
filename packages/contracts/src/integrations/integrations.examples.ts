/** Requests that the tools of integrations answer. */
export const integrationExamples = {
  list_integrations: [
    'Which outside services is this Space connected to?',
    'Is the connection to Stripe healthy?',
    'Which connections are broken?',
    'Which accounts must be connected again?',
    'Show all integrations with their status',
    'Does any connection need my attention?',
    'Which payment providers are connected?',
  ],
  get_integration: [
    'Why does the connection to Stripe fail?',
    'When did the integration last work?',
    'What do I have to do to repair this integration?',
    'Which permissions does this connection have?',
    'When does the credential of the connection expire?',
    'Show the last error of an integration',
  ],
  list_integration_checks: [
    'Since when does the integration fail?',
    'Show the history of the health checks of a connection',
    'How often did the checks of the integration fail today?',
    'Was the connection to the provider down last night?',
    'How fast does the provider of the integration answer its checks?',
    'List the latest checks of one integration',
  ],
} as const;
