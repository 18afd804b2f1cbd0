import { openPostgres, type Database, sql } from '@atalaia/database'
import { until } from '@atalaia/database/testing/until'
import { once } from 'node:events'
import { int, object } from 'zod/mini'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, openTestDatabase, order, publishBuild } from '../../testing/published.ts'
import type { MoveResult, PromoteOrder } from './moves.ts'

const NAME = 'mfe-novo'
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0']

const start = async () => {
  const opened = await openTestDatabase()
  const stage = await createPublished(opened)
  let beforeJudging: (() => Promise<void>) | undefined
  const around = {
    workspace: async () => {
      await beforeJudging?.()
      return []
    },
    ownShell: async () => undefined,
  }
  const [first, second] = [await stage.open({}, { around }), await stage.open({}, { around })]
  const token = await stage.tokenOf(NAME)
  for (const version of VERSIONS) await publishBuild(stage.app, token, createBuild(NAME, version))
  await order(stage.app, token, `${NAME}/promote`, { version: '1.0.0' })
  const direct = await openPostgres(opened.listenTo ?? '')
  return {
    registries: [first.registry, second.registry] as const,
    onJudging: (work: () => Promise<void>) => void (beforeJudging = work),
    direct,
    history: async () => (await stage.registry.history(NAME)).toReversed(),
    pointer: async () => {
      await stage.registry.live.refresh()
      return stage.registry.live.current().pointers.find(({ remote }) => remote === NAME)
    },
    close: async () => {
      await direct.close()
      for (const { app, registry } of [first, second]) {
        await app.close()
        await registry.close()
      }
      await stage.close()
    },
  }
}

const promotion = (version: string): PromoteOrder => ({
  remote: NAME,
  version,
  channel: 'stable',
  percent: 100,
  who: `for ${version}`,
  why: null,
  force: false,
})

const pidRow = object({ pid: int() })
const waitingFor = (direct: Database, statement: string) =>
  direct.query(
    pidRow,
    sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`${statement}%`}`,
  )

const promoteBoth = async (
  { registries, direct, onJudging }: Awaited<ReturnType<typeof start>>,
  versions: [string, string],
) => {
  const gate = new AbortController()
  let arrived = 0
  onJudging(async () => {
    arrived += 1
    if (!gate.signal.aborted) await once(gate.signal, 'abort')
  })
  const both = Promise.all([
    registries[0].promote(promotion(versions[0])),
    registries[1].promote(promotion(versions[1])),
  ])
  await until(
    'both are under way',
    async () => arrived + (await waitingFor(direct, 'UPDATE gateway.revision')).length === 2,
  )
  gate.abort()
  return both
}

const moveOf = (result: MoveResult) => (result.status === 'moved' ? result.move : undefined)

// Rule: M-CHANNEL-9
test('two promotions at once have one order, in which each continues the one before, and both are told it', async () => {
  const stage = await start()
  const results = await promoteBoth(stage, ['1.1.0', '1.2.0'])
  const history = await stage.history()
  expect(history).toHaveLength(3)
  expect(history.slice(1)).toEqual(results.map(moveOf).toSorted((a, b) => (a?.id ?? 0) - (b?.id ?? 0)))
  expect(history.map(({ previous }) => previous)).toEqual([null, '1.0.0', history[1]?.version])
  expect(await stage.pointer()).toMatchObject({ version: history[2]?.version, move: history[2]?.id })
  await stage.close()
})

// Rule: M-CHANNEL-9
test('the same promotion twice at once is one move, and the other one is told that nothing was to do', async () => {
  const stage = await start()
  const results = await promoteBoth(stage, ['1.1.0', '1.1.0'])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['moved', 'unchanged'])
  expect(await stage.history()).toHaveLength(2)
  await stage.close()
})

// Rule: M-CHANNEL-10
test.each(['promote', 'rollback'] as const)(
  'a %s whose connection ends between its two writes leaves neither, and works the next time',
  async (action) => {
    const stage = await start()
    const { registries, direct } = stage
    const move = () =>
      action === 'promote'
        ? registries[0].promote(promotion('1.1.0'))
        : registries[0].rollback({ remote: NAME, channel: 'stable', who: 'somebody', why: null })
    const before = [await stage.history(), await stage.pointer()]
    let moving: Promise<unknown> | undefined
    await direct.transaction(async (tx) => {
      // Stops the move at its second write.
      await tx.execute(sql`SELECT FROM gateway.channel WHERE remote = ${NAME} FOR UPDATE`)
      moving = move().catch((error: unknown) => error)
      await until(
        'the second write waits',
        async () => (await waitingFor(direct, 'INSERT INTO gateway.channel')).length === 1,
      )
      const [{ pid } = { pid: 0 }] = await waitingFor(direct, 'INSERT INTO gateway.channel')
      await direct.execute(sql`SELECT pg_terminate_backend(${pid})`)
    })
    expect(await moving).toBeInstanceOf(Error)
    expect([await stage.history(), await stage.pointer()]).toEqual(before)
    expect((await move()).status).toBe('moved')
    expect(await stage.history()).toHaveLength(2)
    await stage.close()
  },
)
