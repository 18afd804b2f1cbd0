/** Prints a line in `npm run play`, which shows the moves of a test; does nothing in `npm test`. */
export const logMove = (line: string): void => {
  // oxlint-disable-next-line no-console -- this is what `npm run play` is for
  if (process.env['PLAY']) console.log(`    ${line}`)
}
