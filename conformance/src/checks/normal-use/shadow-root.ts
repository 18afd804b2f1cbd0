import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const shadowRoot: Check = {
  id: 'shadow-root',
  chapter: 'good guest',
  promise: "Works in a shadow root of the portal's own, and its events come out of it",
  run: (stage) =>
    withInstance(stage, { place: 'shadow root' }, async ({ mounted }) => {
      await mounted.untilEvent('ready')
      return keptUnless([])
    }),
}
