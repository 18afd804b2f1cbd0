import { checks, runConformance, type Result } from '@atalaia/conformance'
import { addBefore, breakEmbed, WRAPPED_LISTENERS } from '../../testing/embedding/break-embed.ts'
import { brokenEmbeds } from '../../testing/embedding/broken-embeds.ts'
import { brokenFrames } from '../../testing/embedding/broken-frames.ts'
import { brokenModules } from '../../testing/embedding/broken-modules.ts'
import { expect, test, TOGGLES } from '../../testing/embedding/portals.ts'

const PATIENCE_MS = 1_000

const whyOf = (results: readonly Result[]) =>
  Object.fromEntries(results.map(({ id, verdict }) => [id, verdict.kind === 'not kept' ? verdict.why : verdict.kind]))
const matching = (breaks: Readonly<Record<string, RegExp>>) =>
  Object.fromEntries(Object.entries(breaks).map(([id, why]) => [id, expect.stringMatching(why)]))

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
    expect(whyOf(results)).toEqual(matching(broken.breaks))
  })
}

const brokenDoors = [...brokenModules, ...brokenFrames]

for (const { name, door, prepare, breaks } of brokenDoors) {
  // Rule: M-EMBED-2
  test(`the suite catches, at the door "${door}", an embed that ${name}`, async ({
    browser,
    portals,
    consoleGuard,
  }) => {
    consoleGuard.allow(/./, 'an embed that is broken on purpose')
    const results = await runConformance({
      browser,
      url: `${portals.urlOf(door)}/`,
      door,
      only: Object.keys(breaks),
      patienceMs: PATIENCE_MS,
      toggle: TOGGLES[door],
      prepare: async (context) => void (await prepare(context)),
    })
    expect(whyOf(results)).toEqual(matching(breaks))
  })
}

// Rule: M-EMBED-2
test('there is a broken embed for every promise', () => {
  const broken = new Set(brokenEmbeds.flatMap(({ breaks }) => Object.keys(breaks)))
  expect(checks.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})

for (const door of ['federation', 'frame'] as const) {
  // Rule: M-EMBED-2
  test(`there is a broken embed for every promise that speaks of the door "${door}"`, () => {
    const broken = new Set(
      brokenDoors.filter((each) => each.door === door).flatMap(({ breaks }) => Object.keys(breaks)),
    )
    const spoken = checks.filter(({ id, notAt }) => notAt?.[door] === undefined && id !== 'own-react')
    expect(spoken.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
  })
}
