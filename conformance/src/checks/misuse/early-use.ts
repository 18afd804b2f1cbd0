import { createHeld } from '../../stage/held.ts'
import { findEmbed, openPage } from '../../stage/portal.ts'
import { createMockApis } from '../../stage/mock-api.ts'
import { mountInPage } from '../../stage/mount-in-page.ts'
import { createMounted } from '../../stage/mounted.ts'
import { fakeToken } from '../../stage/tokens.ts'
import { shown } from '../../stage/with-instance.ts'
import { keptUnless, notApplicable, type Check } from '../../verdict.ts'

export const earlyUse: Check = {
  id: 'early-use',
  chapter: 'bad use',
  promise: 'Used before its script: attributes and properties are taken over once it comes',
  run: async ({ page: portal, embed }) => {
    const { script } = embed
    if (!script) return notApplicable('the element does not come from a script of its own')
    const held = createHeld()
    const page = await openPage(portal.context(), portal.url(), (opened) =>
      opened.route(script, async (route) => {
        await held.promise
        await route.fallback()
      }),
    )
    try {
      const api = (await createMockApis(page, embed.api))()
      const attributes = { api: api.url, show: 'summary' }
      const handle = await page.evaluateHandle(mountInPage, {
        id: 'early',
        options: { tokens: [fakeToken()], attributes },
      })
      const mounted = createMounted(page, 'early', handle)
      held.release()
      await findEmbed(page)
      const own = await handle.evaluate(({ element }) => Object.hasOwn(element, 'getToken'))
      if (own) return keptUnless(['the property set before still hides that of the element'])
      await mounted.untilShown(shown(api.leaks))
      return keptUnless([])
    } finally {
      held.release()
      await page.close()
    }
  },
}
