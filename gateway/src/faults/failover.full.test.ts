import { historyAnswer, moveAnswer } from '@atalaia/artifact'
import { openPostgres } from '@atalaia/database'
import { startPostgresPair } from '@atalaia/database/testing/postgres-pair'
import { until } from '@atalaia/database/testing/until'
import { createBuild } from '../../testing/archives.ts'
import { createPublished, order, publishBuild, versionIn } from '../../testing/published.ts'

const NAME = 'mfe-novo'
const VERSIONS = ['1.0.0', '1.1.0']
const ORDERS = 5
const LIMIT_MS = 120_000

// Threat: T-DB-9
// Rule: M-FAIL-22
test('of two PostgreSQL servers one is killed under load: no answered order is lost, and no page fails', async () => {
  const pair = await startPostgresPair()
  const url = await pair.createDatabase()
  const stage = await createPublished({ database: await openPostgres(url), listenTo: url })
  const token = await stage.tokenOf(NAME)
  for (const version of VERSIONS) {
    expect((await publishBuild(stage.app, token, createBuild(NAME, version))).statusCode).toBe(201)
  }
  const over = new AbortController()

  const moved: { readonly id: number; readonly version: string | null }[] = []
  const refused = new Set<number>()
  const ordering = (async () => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const version = VERSIONS[turn % VERSIONS.length]
      const answer = await order(stage.app, token, `${NAME}/promote`, { version })
      const result = moveAnswer.safeParse(answer.json())
      if (result.success && result.data.status === 'moved') moved.push(result.data.move)
      else if (answer.statusCode !== 200) refused.add(answer.statusCode)
    }
  })()
  const pages = new Map<number, number>()
  const loading = (async () => {
    while (!over.signal.aborted) {
      const { statusCode } = await stage.app.inject('/login')
      pages.set(statusCode, (pages.get(statusCode) ?? 0) + 1)
    }
  })()

  await until('orders are answered', () => moved.length >= ORDERS, LIMIT_MS)
  await pair.killPrimary()
  await until('orders are refused', () => refused.size > 0, LIMIT_MS)
  const { length: before } = moved
  await pair.promoteStandby()
  await until('orders are answered again', () => moved.length >= before + ORDERS, LIMIT_MS)
  over.abort()
  await Promise.all([ordering, loading])

  expect([...refused]).toEqual([503])
  expect([...pages.keys()]).toEqual([200])
  const history = await stage.app.inject({
    url: `/-/remotes/${NAME}/history`,
    headers: { authorization: `Bearer ${token}` },
  })
  const { moves } = historyAnswer.parse(history.json())
  const kept = new Map(moves.map(({ id, version }) => [id, version]))
  expect(moved.filter(({ id, version }) => kept.get(id) !== version)).toEqual([])
  expect(versionIn((await stage.app.inject('/login')).body, NAME)).toBe(moves[0]?.version)
  await until('the health is well', async () => (await stage.app.inject('/healthz')).statusCode === 200)
  await stage.close()
  await pair.stop()
})
