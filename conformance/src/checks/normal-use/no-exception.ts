import { readErrors } from '../../stage/ledger-reading.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const noException: Check = {
  id: 'no-exception',
  chapter: 'good guest',
  promise: 'In all of the above and below no exception of it reaches the portal',
  run: async ({ page, embed }) => keptUnless(await readErrors(page, embed.base)),
}
