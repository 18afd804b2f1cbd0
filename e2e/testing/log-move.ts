/** Prints in `npm run play` only. */
export const logMove = (line: string): void => {
  // oxlint-disable-next-line no-console -- this is what `npm run play` is for
  if (process.env['PLAY']) console.log(`    ${line}`)
}
