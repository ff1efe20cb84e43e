const names: Readonly<Record<string, string>> = { event_rsvp: 'Event RSVP', nps: 'Net Promoter Score' };

/** Returns the name of a template for people, such as "Job application". */
export function templateName(template: string): string {
  const words = template.replaceAll('_', ' ');
  return names[template] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
