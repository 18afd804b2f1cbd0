import { ANALYTICS_PARTS, THEME_NAMES } from '@atalaia/contracts'
import { until } from '../../harness/until.ts'
import { withInstance } from '../../harness/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const unknownValue: Check = {
  id: 'unknown-value',
  chapter: 'bad use',
  promise: 'An unknown theme or part: the default stands, and the console names the values that there are',
  notAt: { federation: 'the values are a type there, and an unknown one counts as the default' },
  run: async (harness) => {
    const before = harness.console.length
    return withInstance(harness, { attributes: { theme: 'pink', show: 'summary foo' } }, async ({ mounted }) => {
      const said = () => Promise.resolve(harness.said(before).join('\n'))
      const isSaid = (words: string) => /pink/.test(words) && /foo/.test(words)
      const text = await until(said, isSaid, harness.patienceMs)
      const missing = [...THEME_NAMES, ...ANALYTICS_PARTS].filter((value) => !text.includes(value))
      const errors = await mounted.events('error')
      return keptUnless([
        ...(isSaid(text) ? [] : ['the console does not name the value']),
        ...(missing.length > 0 ? [`the console does not name ${missing.join(', ')}`] : []),
        ...(errors.length > 0 ? ['it counts as an error'] : []),
      ])
    })
  },
}
