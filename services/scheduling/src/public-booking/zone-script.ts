/** Reloads the page in the visitor's own time zone when it is opened without one. Without scripts the zone can be selected. */
export const ZONE_SCRIPT = `
const address = new URL(location.href);
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const choice = document.querySelector('#timezone');
if (choice && own && !address.searchParams.has('timezone') && choice.value !== own) {
  address.searchParams.set('timezone', own);
  location.replace(address);
}
`;
