import { checks, runConformance } from '@atalaia/conformance'
import { addBefore, breakEmbed, WRAPPED_LISTENERS } from '../../testing/embedding/break-embed.ts'
import { brokenEmbeds } from '../../testing/embedding/broken-embeds.ts'
import { expect, test } from '../../testing/embedding/portals.ts'

test.describe.configure({ timeout: 120_000 })

/** Each of these embeds breaks what it is looked at for: more time would only be waited out. */
const PATIENCE_MS = 1_000

for (const broken of brokenEmbeds) {
  // Rule: M-EMBED-2
  test(`the suite catches an embed that ${broken.name}`, async ({ browser, portals, consoleGuard }) => {
    consoleGuard.allow(/./, 'an embed that is broken on purpose')
    const results = await runConformance({
      browser,
      // The policy has to be there whatever the hash.
      url: `${portals.urlOf(broken.example ?? 'html')}/#vazamentos`,
      only: Object.keys(broken.breaks),
      patienceMs: PATIENCE_MS,
      ...(broken.toggle && { toggle: broken.toggle }),
      prepare: async (context) => {
        await breakEmbed(context, broken)
        await addBefore(context, /\/portal\.js$/, WRAPPED_LISTENERS)
      },
    })
    const seen = results.map(({ id, verdict }) => [id, verdict.kind === 'not kept' ? verdict.why : verdict.kind])
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(Object.entries(broken.breaks).map(([id, why]) => [id, expect.stringMatching(why)])),
    )
  })
}

// Rule: M-EMBED-2
test('there is a broken embed for every promise', () => {
  const broken = new Set(brokenEmbeds.flatMap(({ breaks }) => Object.keys(breaks)))
  expect(checks.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
