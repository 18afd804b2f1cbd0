import { keptUnless, notApplicable, type Check } from '../../verdict.ts'

export const ownReact: Check = {
  id: 'own-react',
  chapter: 'good guest',
  promise: "The portal's own React renders the portal, and the embed's own the embed",
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
