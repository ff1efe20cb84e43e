/** Returns how many things there are, with `+` if there are more than `total`. */
export const totalText = (total: number, isExact = true): string => `${total.toLocaleString('en')}${isExact ? '' : '+'}`;
