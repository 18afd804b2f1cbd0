/** What `npm run play` shows of a test while it runs; silent otherwise. */
export const say = (line: string): void => {
  // oxlint-disable-next-line no-console -- this is what `npm run play` is for
  if (process.env['PLAY']) console.log(`    ${line}`)
}
