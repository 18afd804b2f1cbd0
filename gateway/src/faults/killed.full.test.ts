import { listAnswer, moveAnswer } from '@atalaia/artifact'
import { integrityOf } from '@atalaia/contracts/node'
import { createHash } from 'node:crypto'
import { openPostgres, sql } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { until } from '@atalaia/database/testing/until'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { object } from 'zod/mini'
import { runRemotes } from '../cli/run-remotes.ts'
import { archiveOf, createBuild, type Build } from '../../testing/archives.ts'

import { startGatewayProcess, type GatewayProcess } from '../../testing/gateway-process.ts'
import { bearer, versionIn } from '../../testing/published.ts'
import { createWorkspace } from '../../testing/workspace.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4)
const NAME = 'mfe-novo'

const heavyBuild = (version: string): Build => {
  const { descriptor, files } = createBuild(NAME, version)
  const more = Array.from({ length: 12 }, (_, at): [string, string] => [
    `part-${at}.js`,
    createHash('shake256', { outputLength: 40_000 }).update(`${version} ${at}`).digest('hex'),
  ])
  const listed = more.map(([path, content]) => ({
    path,
    bytes: content.length,
    integrity: integrityOf(content),
  }))
  const artifact = { ...descriptor.artifact, files: [...descriptor.artifact.files, ...listed] }
  return { descriptor: { ...descriptor, artifact }, files: { ...files, ...Object.fromEntries(more) } }
}

const start = async () => {
  const workspace = await createWorkspace()
  const dataDir = join(workspace.root, 'data')
  const databaseUrl = await createTestDatabase()
  const open = () =>
    startGatewayProcess({
      DATA_DIR: dataDir,
      SHELL_DIR: workspace.shellDir,
      REMOTES: workspace.distOf('mfe-auth'),
      DATABASE_URL: databaseUrl,
    })
  let gateway: GatewayProcess = await open()
  let token = ''
  await runRemotes({
    args: ['token', 'create', NAME, '--json'],
    root: workspace.root,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    out: (text) => void (token = JSON.parse(text).token),
    err: (text) => {
      throw new Error(text)
    },
  })
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(gateway.url + path, { ...init, headers: { ...bearer(token), ...init.headers } })
  const publish = async (build: Build) =>
    ask(`/-/remotes/${NAME}/artifact`, {
      method: 'PUT',
      headers: { 'content-type': 'application/gzip' },
      body: new Uint8Array(await archiveOf(build)),
    })
  const move = (what: string, payload: object) =>
    ask(`/-/remotes/${NAME}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
  return {
    databaseUrl,
    ask,
    publish,
    move,
    artifacts: join(dataDir, 'artifacts'),
    live: async () => versionIn(await (await ask('/login')).text(), NAME),
    killDuring: async (work: Promise<unknown>, reached: Promise<void>) => {
      let over = false
      const settled = work.then(
        () => void (over = true),
        () => void (over = true),
      )
      await reached
      if (over) throw new Error('the work was over before the kill')
      await gateway.kill()
      await settled
      gateway = await open()
    },
    close: async () => {
      await gateway.stop()
      await workspace.remove()
    },
  }
}

type Stage = Awaited<ReturnType<typeof start>>

const expectWhole = async ({ ask, move, artifacts }: Stage, published: ReadonlyMap<string, Build>) => {
  const listed = listAnswer.parse(await (await ask('/-/remotes')).json()).artifacts.map(({ version }) => version)
  for (const version of listed) {
    const build = published.get(version)
    await move('promote', { version })
    for (const [path, content] of Object.entries(build?.files ?? {})) {
      if (path.endsWith('.html')) continue
      const answer = await ask(`/remotes/${NAME}/${version}/${path}`)
      expect([version, path, await answer.text()]).toEqual([version, path, content])
    }
  }
  const folders = (await readdir(join(artifacts, NAME)).catch(() => [])).map((folder) => folder.split('_')[0])
  expect(folders.toSorted()).toEqual(listed.toSorted())
  return listed
}

const incomingOf = async ({ artifacts }: Stage) =>
  readdir(join(artifacts, '.incoming'), { recursive: true }).catch((): string[] => [])

const UPLOAD_STEPS: Readonly<Record<string, (incoming: readonly string[]) => boolean>> = {
  'begins to take an upload': (incoming) => incoming.length > 0,
  'unpacks an upload': (incoming) => incoming.filter((path) => path.endsWith('.js')).length > 5,
  'compresses an upload': (incoming) => incoming.some((path) => path.endsWith('.br')),
}

// Rule: M-PUBLISH-4
test('a gateway that is killed while it takes an upload in has nothing of it, and takes it again', async () => {
  const stage = await start()
  const builds = new Map([['1.0.0', createBuild(NAME, '1.0.0')]])
  expect((await stage.publish(createBuild(NAME, '1.0.0'))).status).toBe(201)
  for (const [at, [step, isReached]] of Object.entries(UPLOAD_STEPS).entries()) {
    const version = `1.${at + 1}.0`
    const cut = heavyBuild(version)
    const before = [...builds.keys()]
    await stage.killDuring(
      stage.publish(cut),
      until(`the gateway ${step}`, async () => isReached(await incomingOf(stage))),
    )
    expect([step, await expectWhole(stage, builds)]).toEqual([step, before])
    expect((await stage.publish(cut)).status).toBe(201)
    builds.set(version, cut)
    expect([step, await expectWhole(stage, builds)]).toEqual([step, [...before, version]])
  }
  await stage.close()
})

// Rule: M-CHANNEL-7
test('a gateway that is killed while channels move comes back with the last move that it answered, or the one after', async () => {
  const stage = await start()
  const versions = ['1.0.0', '1.1.0']
  for (const version of versions) expect((await stage.publish(createBuild(NAME, version))).status).toBe(201)
  await stage.move('promote', { version: '1.0.0' })
  let last = '1.0.0'
  for (let round = 1; round <= ROUNDS; round += 1) {
    let asked = last
    let answered = 0
    const moving = (async () => {
      for (let turn = 0; ; turn += 1) {
        asked = versions[(turn + round) % 2] ?? ''
        const answer = await stage.move('promote', { version: asked })
        if (moveAnswer.safeParse(await answer.json()).success) last = asked
        answered += 1
      }
    })()
    await stage.killDuring(
      moving,
      until('moves are answered', () => answered > round),
    )
    const live = await stage.live()
    expect([last, asked]).toContain(live)
    const { moves } = await (await stage.ask(`/-/remotes/${NAME}/history`)).json()
    expect(moves[0].version).toBe(live)
    last = live ?? ''
  }
  await stage.close()
})

const MOVE_STEPS = {
  'before the first write of a move': [sql`SELECT FROM gateway.revision FOR UPDATE`, 'UPDATE gateway.revision'],
  'between the two writes of a move': [sql`SELECT FROM gateway.channel FOR UPDATE`, 'INSERT INTO gateway.channel'],
  'after the writes of a move, before they are committed': [
    sql`SELECT FROM gateway.artifact FOR UPDATE`,
    'UPDATE gateway.artifact',
  ],
} as const

// Rule: M-CHANNEL-7, M-CHANNEL-10
test('a gateway that is killed at any write of a move comes back without it', async () => {
  const stage = await start()
  const direct = await openPostgres(stage.databaseUrl)
  let [live, next] = ['1.0.0', '1.1.0']
  for (const version of [live, next]) expect((await stage.publish(createBuild(NAME, version))).status).toBe(201)
  expect((await stage.move('promote', { version: live })).status).toBe(200)
  const lastMoves = async () => {
    const { moves } = await (await stage.ask(`/-/remotes/${NAME}/history`)).json()
    return moves.map(({ version }: { version: string }) => version)
  }
  for (const [step, [hold, statement]] of Object.entries(MOVE_STEPS)) {
    const before = await lastMoves()
    const isReached = async () =>
      (
        await direct.query(
          object({}),
          sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`${statement}%`}`,
        )
      ).length === 1
    let killed: Promise<void> | undefined
    await direct.transaction(async (tx) => {
      await tx.execute(hold)
      const reached = until(`the gateway is ${step}`, isReached)
      killed = stage.killDuring(stage.move('promote', { version: next }), reached)
      await reached
      await until('the gateway is gone', async () =>
        stage.ask('/readyz').then(
          () => false,
          () => true,
        ),
      )
    })
    await killed
    expect([step, await stage.live(), await lastMoves()]).toEqual([step, live, before])
    expect((await stage.move('promote', { version: next })).status).toBe(200)
    expect(await stage.live()).toBe(next)
    ;[live, next] = [next, live]
  }
  await direct.close()
  await stage.close()
})
