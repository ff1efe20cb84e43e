/** Returns the label of a field: `created_at` is "Created", `contact_id` is "Contact". */
export function labelOf(name: string): string {
  const words = name.replace(/_(at|id)$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
