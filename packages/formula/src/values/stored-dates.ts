/** Matches each real day from 0001-01-01 to 9999-12-31, in JavaScript and in Postgres. */
const day =
  '(?!0000)(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))' +
  '|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';

/** A pattern for a stored date. */
export const datePattern = `^${day}$`;

/** A pattern for a stored date with time: UTC, with milliseconds. */
export const datetimePattern = `^${day}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$`;

const dates = new RegExp(datePattern);
const datetimes = new RegExp(datetimePattern);

/** Returns true for a stored date. */
export const isDate = (text: string): boolean => dates.test(text);

/** Returns true for a stored date with time. */
export const isDatetime = (text: string): boolean => datetimes.test(text);
