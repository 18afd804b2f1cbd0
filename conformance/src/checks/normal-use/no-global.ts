import { inCleanFrame } from '../../stage/clean-frame.ts'
import { keptUnless, notApplicable, type Check } from '../../verdict.ts'

export const noGlobal: Check = {
  id: 'no-global',
  chapter: 'good guest',
  promise: 'No global but the registration of the element',
  run: async (stage) => {
    const { script } = stage.embed
    if (!script) return notApplicable('the element does not come from a script of its own')
    return inCleanFrame(stage, async (frame) => {
      const names = () => frame.evaluate(() => Object.getOwnPropertyNames(window))
      const before = new Set(await names())
      await frame.load(script)
      await frame.stand()
      const added = (await names()).filter((name) => !before.has(name))
      return keptUnless(added.map((name) => `window.${name}`))
    })
  },
}
