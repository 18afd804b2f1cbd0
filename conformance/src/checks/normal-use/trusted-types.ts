import { readViolations } from '../../stage/ledger-reading.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const trustedTypes: Check = {
  id: 'trusted-types',
  chapter: 'good guest',
  promise: "Works under require-trusted-types-for 'script'",
  run: async ({ page, embed }) => {
    const violations = await readViolations(page, embed.base)
    const own = violations.filter(({ directive }) => directive === 'require-trusted-types-for')
    return keptUnless(own.map(({ sample }) => `plain text went into ${sample.slice(0, 60)}`))
  },
}
