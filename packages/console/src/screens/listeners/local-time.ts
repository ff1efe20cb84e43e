/** Returns a time as the value of an input of the kind `datetime-local`, in the zone of the browser, to the minute. */
export function localTime(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
