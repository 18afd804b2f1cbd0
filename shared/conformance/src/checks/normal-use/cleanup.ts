import { BORDER } from '../../door.ts'
import { inCleanFrame } from '../../harness/clean-frame.ts'
import type { Harness } from '../../harness/harness.ts'
import { readUnended, readWrites } from '../../harness/ledger-reading.ts'
import { until, untilNone } from '../../harness/until.ts'
import { withInstance } from '../../harness/with-instance.ts'
import { keptUnless, notApplicable, type Check } from '../../verdict.ts'
import type { CDPSession } from '@playwright/test'

const namesOfContainer = async ({ page }: Harness): Promise<readonly string[]> => {
  const all = await page.evaluate(() => Object.getOwnPropertyNames(window))
  return all.filter((name) => name.includes('mfe_analytics') && name !== 'mfe_analytics')
}

export const noGlobal: Check = {
  id: 'no-global',
  chapter: 'good guest',
  promise: 'No global but the registration of the element; a container that is a script has its name',
  notAt: { frame: BORDER },
  run: async (harness) => {
    const { script, container } = harness.embed
    const module = container?.includes('.mjs') === true
    // A script puts its name into the page that it was loaded into: a frame of the suite's would need a policy for it.
    if (container && !module) return keptUnless((await namesOfContainer(harness)).map((name) => `window.${name}`))
    const loaded = container ?? script
    if (!loaded) return notApplicable('the element does not come from a script of its own')
    return inCleanFrame(harness, async (frame) => {
      const names = () => frame.evaluate(() => Object.getOwnPropertyNames(window))
      const before = new Set(await names())
      await frame.load(loaded)
      await frame.untilShown(await (module ? frame.mount(loaded) : frame.put()))
      const added = (await names()).filter((name) => !before.has(name))
      return keptUnless(added.map((name) => `window.${name}`))
    })
  },
}

export const noStorage: Check = {
  id: 'no-storage',
  chapter: 'good guest',
  promise: 'Nothing in localStorage, sessionStorage, IndexedDB, cookies or history',
  notAt: { frame: BORDER },
  run: async (harness) => {
    const state = () =>
      harness.page.evaluate(() => ({
        address: location.href,
        history: history.length,
        keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted().join(', '),
        cookie: document.cookie,
      }))
    const before = await state()
    const after = await withInstance(harness, { attributes: { theme: 'sea' } }, state)
    const changed = Object.entries(after).filter(([name, value]) => Object(before)[name] !== value)
    return keptUnless([
      ...changed.map(([name, value]) => `${name} became ${value}`),
      ...(await readWrites(harness.page, harness.embed.base)),
    ])
  },
}

const TIMES = 8

const counts = async (session: CDPSession) => {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const read = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
  return { nodes: read('Nodes'), listeners: read('JSEventListeners') }
}

export const memory: Check = {
  id: 'memory',
  chapter: 'good guest',
  promise: `Nodes and listeners are back where they were after ${TIMES} times of putting it in and taking it out`,
  place: 'afterwards',
  notAt: { frame: 'a frame takes all that it has with it' },
  run: async (harness) => {
    const session = await harness.page.context().newCDPSession(harness.page)
    await session.send('Performance.enable')
    const cycle = () => withInstance(harness, {}, () => Promise.resolve())
    // Caches that the first instance fills are no leak.
    await cycle()
    await cycle()
    const before = await counts(session)
    for (let time = 0; time < TIMES; time += 1) await cycle()
    // A portal may add a node of its own meanwhile; a leak adds at least one each time.
    const isBack = ({ nodes, listeners }: typeof before) =>
      nodes - before.nodes < TIMES && listeners - before.listeners < TIMES
    const after = await until(() => counts(session), isBack, harness.patienceMs)
    await session.detach()
    const grown = (name: keyof typeof before) => after[name] - before[name] >= TIMES
    return keptUnless([
      ...(grown('nodes') ? [`${after.nodes - before.nodes} nodes more`] : []),
      ...(grown('listeners') ? [`${after.listeners - before.listeners} listeners more`] : []),
    ])
  },
}

/** Runs in the page. */
const removeAll = () => {
  const find = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.localName === 'atalaia-analytics' ? [element] : []),
      ...(element.shadowRoot ? find(element.shadowRoot) : []),
    ])
  find(document).forEach((element) => element.remove())
}

export const nothingLeft: Check = {
  id: 'nothing-left',
  chapter: 'good guest',
  promise: 'After the last one is removed no listener, timer, observer or style of it is left',
  place: 'afterwards',
  notAt: { frame: 'a frame takes all that it has with it' },
  run: async (harness) => {
    const { page, embed, patienceMs } = harness
    const styles = () => page.evaluate(() => [document.styleSheets.length, document.adoptedStyleSheets.length].join())
    const before = await styles()
    await withInstance(harness, { attributes: { show: 'summary chart emails add' } }, () => Promise.resolve())
    if (harness.door === 'federation') {
      if (harness.toggle === undefined) return notApplicable('only the host can take its own away: --toggle SELECTOR')
      await page.locator(harness.toggle).first().click()
      await harness.own.waitFor({ state: 'detached' })
    } else await page.evaluate(removeAll)
    const session = await page.context().newCDPSession(page)
    const left = await untilNone(async () => {
      // Observers of nodes that are gone go with them.
      await session.send('HeapProfiler.collectGarbage')
      return readUnended(page, embed.base)
    }, patienceMs)
    await session.detach()
    return keptUnless([...left, ...((await styles()) === before ? [] : ['a style sheet of the document'])])
  },
}
