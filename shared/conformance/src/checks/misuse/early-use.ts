import { NO_SCRIPT } from '../../door.ts'
import { inCleanFrame } from '../../harness/clean-frame.ts'
import { keptUnless, notApplicable, type Check } from '../../verdict.ts'

/** Runs in the frame. */
const isHidden = () => Object.hasOwn(document.querySelector('atalaia-analytics') ?? {}, 'getToken')

export const earlyUse: Check = {
  id: 'early-use',
  chapter: 'bad use',
  promise: 'Used before its script: attributes and properties are taken over once it comes',
  notAt: { federation: NO_SCRIPT, frame: NO_SCRIPT },
  run: async (harness) => {
    const { script } = harness.embed
    if (!script) return notApplicable('the element does not come from a script of its own')
    return inCleanFrame(harness, async (frame) => {
      const api = await frame.put()
      await frame.load(script)
      if (await frame.evaluate(isHidden)) return keptUnless(['the property set before still hides that of the element'])
      await frame.untilShown(api)
      return keptUnless([])
    })
  },
}
