import { launchBrowser, runConformance } from '@atalaia/conformance'
import { expect, test } from '../../testing/embedding/portals.ts'

// One after the other in one worker: they share the platform that the portals stand before.
test.describe.configure({ mode: 'default', timeout: 120_000 })

for (const example of ['html', 'react18', 'vue3', 'svelte']) {
  // Rule: M-EMBED-1
  test(`every promise to portals is kept in the example ${example}`, async ({ portals }) => {
    const browser = await launchBrowser()
    try {
      const results = await runConformance({ browser, url: `${portals.urlOf(example)}/` })
      const broken = results.filter(({ verdict }) => verdict.kind === 'not kept')
      expect(broken.map(({ id, verdict }) => ({ id, verdict }))).toEqual([])
      expect(results.filter(({ verdict }) => verdict.kind === 'kept').length).toBeGreaterThan(30)
    } finally {
      await browser.close()
    }
  })
}
