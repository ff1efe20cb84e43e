/** The day that comes so many days after today on the clocks of a zone, as YYYY-MM-DD: on a later day no time passes while a test books it. */
export const daysAhead = (days: number, zone: string): string => Temporal.Now.plainDateISO(zone).add({ days }).toString();
