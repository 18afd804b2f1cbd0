import type { CDPSession } from '@playwright/test'
import { until } from '../../stage/until.ts'
import { withInstance } from '../../stage/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

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
  run: async (stage) => {
    const session = await stage.page.context().newCDPSession(stage.page)
    await session.send('Performance.enable')
    const cycle = () => withInstance(stage, {}, () => Promise.resolve())
    // What is made once, whoever is first, is no leak.
    await cycle()
    await cycle()
    const before = await counts(session)
    for (let time = 0; time < TIMES; time += 1) await cycle()
    // A portal may add a node of its own meanwhile; a leak adds at least one each time.
    const isBack = ({ nodes, listeners }: typeof before) =>
      nodes - before.nodes < TIMES && listeners - before.listeners < TIMES
    const after = await until(() => counts(session), isBack)
    await session.detach()
    const grown = (name: keyof typeof before) => after[name] - before[name] >= TIMES
    return keptUnless([
      ...(grown('nodes') ? [`${after.nodes - before.nodes} nodes more`] : []),
      ...(grown('listeners') ? [`${after.listeners - before.listeners} listeners more`] : []),
    ])
  },
}
