import { BORDER } from '../../door.ts'
import { readErrors, readViolations } from '../../harness/ledger-reading.ts'
import { keptUnless, notApplicable, type Check } from '../../verdict.ts'

export const ownReact: Check = {
  id: 'own-react',
  chapter: 'good guest',
  promise: "The portal's own React renders the portal, and the embed's own the embed",
  place: 'afterwards',
  notAt: { federation: 'React is shared where its version is the same (M-EMBED-4)', frame: BORDER },
  run: async ({ page }) => {
    await page.waitForFunction(() => [...window.atalaiaCommits.values()].some(({ inside }) => inside))
    const commits = await page.evaluate(() => [...window.atalaiaCommits.values()])
    const inside = new Set(commits.filter((commit) => commit.inside).map(({ renderer }) => renderer))
    const outside = commits.filter((commit) => !commit.inside).map(({ renderer }) => renderer)
    if (outside.length === 0) return notApplicable('the portal is not made with React')
    const both = outside.filter((renderer) => inside.has(renderer))
    return keptUnless(both.map((renderer) => `${renderer} renders both`))
  },
}

export const policy: Check = {
  id: 'policy',
  chapter: 'good guest',
  promise: 'Needs of a Content-Security-Policy the documented directives and no other',
  place: 'afterwards',
  notAt: { frame: "nothing in a frame is under the page's policy, which needs frame-src alone" },
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

export const trustedTypes: Check = {
  id: 'trusted-types',
  chapter: 'good guest',
  promise: "Works under require-trusted-types-for 'script'",
  place: 'afterwards',
  notAt: {
    frame: 'the page of the frame has a policy of its own, which demands it',
  },
  run: async ({ page, embed }) => {
    const violations = await readViolations(page, embed.base)
    const own = violations.filter(({ directive }) => directive === 'require-trusted-types-for')
    return keptUnless(own.map(({ sample }) => `plain text went into ${sample.slice(0, 60)}`))
  },
}

export const noException: Check = {
  id: 'no-exception',
  chapter: 'good guest',
  promise: 'In all of the above and below no exception of it reaches the portal',
  place: 'afterwards',
  run: async ({ page, embed, door, exceptions }) =>
    keptUnless(
      // The browser hides from the page what fails in a frame, or in a script of another origin that is no module.
      door !== 'element'
        ? exceptions.filter((stack) => stack.includes(embed.base)).map((stack) => stack.split('\n')[0] ?? '')
        : await readErrors(page, embed.base),
    ),
}
