/** Said on the bus when deliveries became due that nobody waits for: a resend, or a webhook that was switched on again. */
export const DELIVERIES_DUE = 'space.v1.deliveries.due';
