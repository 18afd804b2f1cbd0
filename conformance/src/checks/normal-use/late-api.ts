import { createHeld } from '../../stage/held.ts'
import { fakeToken } from '../../stage/tokens.ts'
import { shown } from '../../stage/with-instance.ts'
import { until } from '../../stage/until.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const lateApi: Check = {
  id: 'late-api',
  chapter: 'good guest',
  promise: 'While the API is late it is busy and shows no number; then the numbers come',
  run: async (stage) => {
    const api = stage.api()
    const late = createHeld()
    api.answer(() => ({ kind: 'late', until: late.promise }))
    const mounted = await stage.mount({ tokens: [fakeToken()], attributes: { api: api.url } })
    try {
      await mounted.untilShown('Total de Vazamentos')
      const busy = await until(
        () => mounted.element.locator('[aria-busy=true]').count(),
        (count) => count > 0,
      )
      const said = (await mounted.text()).match(/[0-9.]*[0-9]/)
      late.release()
      await mounted.untilShown(shown(api.leaks))
      return keptUnless([
        ...(busy > 0 ? [] : ['nothing in it is busy']),
        ...(said?.[0] === shown(api.leaks) || said?.[0] === '0' ? [`it shows ${said[0]} before the API answers`] : []),
      ])
    } finally {
      late.release()
      await mounted.remove()
    }
  },
}
