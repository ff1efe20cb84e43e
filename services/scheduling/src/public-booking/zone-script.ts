/** Shows times in the zone of the visitor's own clock, the first time a page is opened without one; nobody without scripts misses it. */
export const ZONE_SCRIPT = `
const address = new URL(location.href);
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const choice = document.querySelector('#timezone');
if (choice && own && !address.searchParams.has('timezone') && choice.value !== own) {
  address.searchParams.set('timezone', own);
  location.replace(address);
}
`;
