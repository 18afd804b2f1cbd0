import { inCleanFrame } from '../../stage/clean-frame.ts'
import { keptUnless, notApplicable, type Check } from '../../verdict.ts'

export const iframe: Check = {
  id: 'iframe',
  chapter: 'good guest',
  promise: 'Works inside an iframe',
  run: async (stage) => {
    const { script } = stage.embed
    if (!script) return notApplicable('the element does not come from a script of its own')
    return inCleanFrame(stage, async (frame) => {
      await frame.load(script)
      await frame.stand()
      return keptUnless([])
    })
  },
}
