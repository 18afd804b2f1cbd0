import { fakeToken } from '../../stage/tokens.ts'
import { until } from '../../stage/until.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const hiddenFirst: Check = {
  id: 'hidden-first',
  chapter: 'good guest',
  promise: 'Hidden at first and shown later, it fills its place, the chart too',
  run: async (stage) => {
    const api = stage.api()
    const mounted = await stage.mount({
      tokens: [fakeToken()],
      attributes: { api: api.url, show: 'summary chart' },
      style: { display: 'none' },
    })
    try {
      await mounted.untilEvent('ready')
      await mounted.handle.evaluate(({ container }) => container.style.removeProperty('display'))
      const width = await until(
        () =>
          mounted.handle.evaluate(({ element }) => {
            const place = element.shadowRoot?.querySelector('[part~=chart]')
            return place?.querySelector('svg')?.getBoundingClientRect().width ?? 0
          }),
        (seen) => seen > 300,
      )
      return keptUnless(width > 300 ? [] : [`the chart is ${Math.round(width)} px wide in a place of 900 px`])
    } finally {
      await mounted.remove()
    }
  },
}
