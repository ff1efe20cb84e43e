/** Returns the day `days` after today in a time zone, as YYYY-MM-DD. On a later day no slot passes while a test books it. */
export const daysAhead = (days: number, zone: string): string => Temporal.Now.plainDateISO(zone).add({ days }).toString();
