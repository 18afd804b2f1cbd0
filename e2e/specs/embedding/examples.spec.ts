import { checks, runConformance } from '@atalaia/conformance'
import { addBefore, WRAPPED_LISTENERS } from '../../testing/embedding/break-embed.ts'
import { startFaultProxy } from '../../testing/fault-proxy.ts'
import { expect, test, TOGGLES } from '../../testing/embedding/portals.ts'

const isAbout = (id: string, example: string) => {
  if (id === 'own-react') return example === 'react18'
  return id !== 'remounted' || example !== 'html'
}
const expectedOf = (example: string) => checks.map(({ id }) => [id, isAbout(id, example) ? 'kept' : 'not applicable'])

const addAnother = () => {
  if (window !== top) return
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() =>
      document
        .querySelectorAll('atalaia-analytics:not([locale], [data-conformance] *)')
        .forEach((element) => element.setAttribute('locale', 'en')),
    ).observe(document, { childList: true, subtree: true })
    document.body.append(
      Object.assign(document.createElement('atalaia-analytics'), { getToken: () => new Promise(() => undefined) }),
    )
  })
}

for (const example of ['react18', 'vue3', 'svelte']) {
  // Rule: M-EMBED-1
  test(`every promise to portals is kept in the example ${example}`, async ({ browser, portals, consoleGuard }) => {
    consoleGuard.allow(
      /The policy is report-only/,
      'the suite measures under a policy that allows nothing and only reports',
    )
    consoleGuard.allow(/<atalaia-analytics>: |Failed to load resource/, 'the misuse that the suite plays')
    const results = await runConformance({
      browser,
      url: `${portals.urlOf(example)}/`,
      toggle: '#painel',
      ...(example === 'svelte' && { prepare: async (context) => void (await context.addInitScript(addAnother)) }),
    })
    const broken = results.filter(({ verdict }) => verdict.kind === 'not kept')
    expect(broken.map(({ id, verdict }) => ({ id, verdict }))).toEqual([])
    expect(results.map(({ id, verdict }) => [id, verdict.kind])).toEqual(expectedOf(example))
  })
}

const RUDE = `${WRAPPED_LISTENERS}
  window.portalGlobal = 1
  localStorage.setItem('portal', '1')
  document.addEventListener('ready', () => window.addEventListener('resize', () => {}))
  document.addEventListener('keydown', () => {}, true)
  document.addEventListener('ready', () => {
    document.body.append(document.createElement('p'))
    throw new Error("the portal's own")
  })
  document.addEventListener('error', ({ detail }) => console.error('missing-token api-error forbidden', detail?.code), true)
  console.warn('the portal: too little contrast in its own list (WCAG 2.2 AA): --atalaia-text-muted on --atalaia-surface')
`

const SILENT = {
  federation: ['iframe', 'unknown-value', 'early-use', 'own-react'],
  frame: [
    'no-global',
    'no-storage',
    'portal-styles-stay-out',
    'own-styles-stay-in',
    'looks-from-outside',
    'contrast',
    'dialog',
    'iframe',
    'direction',
    'zoom',
    'typed-keys',
    'token-expired',
    'early-use',
    'memory',
    'nothing-left',
    'own-react',
    'policy',
    'trusted-types',
  ],
}

for (const door of ['federation', 'frame'] as const) {
  // Rule: M-EMBED-40
  test(`every promise to portals that speaks of the door "${door}" is kept there, in a portal that does the same itself`, async ({
    browser,
    portals,
    consoleGuard,
  }) => {
    consoleGuard.allow(/./, 'the policy that reports everything, and the misuse that the suite plays')
    const results = await runConformance({
      browser,
      url: `${portals.urlOf(door)}/`,
      door,
      toggle: TOGGLES[door],
      prepare: async (context) => void (await addBefore(context, /\/(main|place)\.js$/, RUDE)),
    })
    const broken = results.filter(({ verdict }) => verdict.kind === 'not kept')
    expect(broken.map(({ id, verdict }) => ({ id, verdict }))).toEqual([])
    const silent = results.filter(({ verdict }) => verdict.kind === 'not applicable')
    expect(silent.map(({ id }) => id).toSorted()).toEqual(SILENT[door].toSorted())
  })
}

// Rule: M-EMBED-2
test('a frame that holds its element before the script is there stands again', async ({
  browser,
  portals,
  consoleGuard,
}) => {
  consoleGuard.allow(/./, 'the policy that reports everything')
  const late = `for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame)`
  const results = await runConformance({
    browser,
    url: `${portals.urlOf('frame')}/`,
    door: 'frame',
    toggle: TOGGLES.frame,
    only: ['remounted'],
    prepare: async (context) => void (await addBefore(context, /\/embed\.js$/, late)),
  })
  expect(results.map(({ id, verdict }) => ({ id, verdict }))).toEqual([{ id: 'remounted', verdict: { kind: 'kept' } }])
})

test('a portal that breaks off one answer is asked again, and one that does not answer is named with the reason', async ({
  browser,
  portals,
  consoleGuard,
}) => {
  consoleGuard.allow(/./, 'the origin of the server in between is not allowed')
  const between = await startFaultProxy(portals.urlOf('html'))
  const url = `${between.url}/`
  between.fail(/^\/$/, { kind: 'drop-once' })
  expect(await runConformance({ browser, url, only: [] })).toEqual([])
  expect(between.requests.filter((path) => path === '/')).toHaveLength(2)
  await between.stop()
  await expect(runConformance({ browser, url, only: [] })).rejects.toThrow(/does not open: .*ECONNREFUSED/)
})

const RUDE_STYLES = '* { all: revert !important } div { max-width: 100px !important; opacity: 0.5 !important }'

// Rule: M-EMBED-1
test('every promise is kept in the example html, a portal that only looks as if the embed broke them', async ({
  browser,
  portals,
  consoleGuard,
}) => {
  consoleGuard.allow(/./, 'the policy that reports everything')
  const url = `${portals.urlOf('html')}/`
  const results = await runConformance({
    browser,
    url: `${url}#vazamentos`,
    prepare: async (context) => {
      await addBefore(context, /\/portal\.js$/, RUDE)
      await context.route(`${url}portal.css`, (route) => route.fulfill({ contentType: 'text/css', body: RUDE_STYLES }))
    },
  })
  const broken = results.filter(({ verdict }) => verdict.kind === 'not kept')
  expect(broken.map(({ id, verdict }) => ({ id, verdict }))).toEqual([])
  expect(results.map(({ id, verdict }) => [id, verdict.kind])).toEqual(expectedOf('html'))
})
