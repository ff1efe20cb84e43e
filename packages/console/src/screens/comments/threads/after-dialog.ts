/** Runs what takes the focus after a dialog or a drawer has closed, which gives the focus back. */
export const afterDialog = (run: () => void): unknown => requestAnimationFrame(() => requestAnimationFrame(run));
