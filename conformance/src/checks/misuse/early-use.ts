import { createDeferred } from '../../harness/deferred.ts'
import { findEmbed, openPage } from '../../harness/portal.ts'
import { createMockApis } from '../../harness/mock-api.ts'
import { mountInPage } from '../../harness/mount-in-page.ts'
import { createMounted } from '../../harness/mounted.ts'
import { fakeToken } from '../../harness/tokens.ts'
import { shown } from '../../harness/with-instance.ts'
import { keptUnless, notApplicable, type Check } from '../../verdict.ts'

export const earlyUse: Check = {
  id: 'early-use',
  chapter: 'bad use',
  promise: 'Used before its script: attributes and properties are taken over once it comes',
  run: async ({ page: portal, embed }) => {
    const { script } = embed
    if (!script) return notApplicable('the element does not come from a script of its own')
    const scriptReleased = createDeferred()
    const page = await openPage(portal.context(), portal.url(), (opened) =>
      opened.route(script, async (route) => {
        await scriptReleased.promise
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
      scriptReleased.resolve()
      await findEmbed(page)
      const own = await handle.evaluate(({ element }) => Object.hasOwn(element, 'getToken'))
      if (own) return keptUnless(['the property set before still hides that of the element'])
      await mounted.untilShown(shown(api.leaks))
      return keptUnless([])
    } finally {
      scriptReleased.resolve()
      await page.close()
    }
  },
}
