import { readViolations } from '../../stage/ledger-reading.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const policy: Check = {
  id: 'policy',
  chapter: 'good guest',
  promise: 'Needs of a Content-Security-Policy the documented directives and no other',
  run: async ({ page, embed }) => {
    const { origin } = new URL(embed.api)
    const isDocumented = (directive: string, blocked: string) => {
      if (directive.startsWith('script-src')) return blocked.startsWith(embed.base)
      if (directive === 'connect-src') return blocked.startsWith(origin)
      // Pictures of the chart are drawn here before they are saved.
      return directive === 'img-src' && /^(blob|data)/.test(blocked)
    }
    const needed = (await readViolations(page, embed.base)).filter(
      ({ directive, blocked }) =>
        directive !== 'require-trusted-types-for' && directive !== 'trusted-types' && !isDocumented(directive, blocked),
    )
    return keptUnless(needed.map(({ directive, blocked }) => `it needs ${directive} for ${blocked}`))
  },
}
