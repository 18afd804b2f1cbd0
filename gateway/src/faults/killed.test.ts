import { integrityOf } from '@atalaia/contracts/node'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runRemotes } from '../cli/run-remotes.ts'
import { listAnswer, moveAnswer } from '../registry/api.ts'
import { archiveOf, createBuild, type Build } from '../../testing/archives.ts'

import { startGatewayProcess, type GatewayProcess } from '../../testing/gateway-process.ts'
import { bearer, versionIn } from '../../testing/published.ts'
import { createWorkspace } from '../../testing/workspace.ts'

jest.setTimeout(600_000)

/** Random moments in each run of the tests; `CRASH_ROUNDS=20` for more. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4)
const NAME = 'mfe-novo'
/** Milliseconds: about what an upload, and a move, take. */
const UPLOAD = 900
const MOVE = 40

/** Large enough for the kill to come in between. */
const heavyBuild = (version: string): Build => {
  const { descriptor, files } = createBuild(NAME, version)
  const more = Array.from({ length: 20 }, (_, at): [string, string] => [
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
  const open = () =>
    startGatewayProcess({
      DATA_DIR: dataDir,
      SHELL_DIR: workspace.shellDir,
      REMOTES: workspace.distOf('mfe-auth'),
    })
  let gateway: GatewayProcess = await open()
  let token = ''
  await runRemotes({
    args: ['token', 'create', NAME, '--json'],
    root: workspace.root,
    env: { DATA_DIR: dataDir },
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
    ask,
    publish,
    move,
    artifacts: join(dataDir, 'artifacts'),
    live: async () => versionIn(await (await ask('/login')).text(), NAME),
    /** What was under way is cut off; gives what of it was answered before. */
    killDuring: async (work: Promise<unknown>, moment: number) => {
      const answered = work.catch(() => undefined)
      await wait(moment)
      await gateway.kill()
      await answered
      gateway = await open()
    },
    close: async () => {
      await gateway.stop()
      await workspace.remove()
    },
  }
}

type Stage = Awaited<ReturnType<typeof start>>

/** Every listed version is there to its last byte, and nothing else lies in the store. */
const expectWhole = async ({ ask, artifacts }: Stage, published: ReadonlyMap<string, Build>) => {
  const listed = listAnswer.parse(await (await ask('/-/remotes')).json()).artifacts.map(({ version }) => version)
  for (const version of listed) {
    const build = published.get(version)
    for (const [path, content] of Object.entries(build?.files ?? {})) {
      if (path.endsWith('.html')) continue
      const answer = await ask(`/remotes/${NAME}/${version}/${path}`)
      expect([version, path, await answer.text()]).toEqual([version, path, content])
    }
  }
  expect(await readdir(join(artifacts, '.incoming')).catch(() => [])).toEqual([])
  const folders = (await readdir(join(artifacts, NAME)).catch(() => [])).map((folder) => folder.split('_')[0])
  expect(folders.toSorted()).toEqual(listed.toSorted())
  return listed
}

// Rule: M-PUBLISH-4
test('a gateway that is killed while it takes an upload has it whole or not at all, and takes it again', async () => {
  const stage = await start()
  const builds = new Map<string, Build>()
  const answered: string[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const version = `1.0.${round}`
    const build = heavyBuild(version)
    builds.set(version, build)
    const upload = stage.publish(build).then(({ status }) => status === 201 && answered.push(version))
    await stage.killDuring(upload, Math.random() * UPLOAD)
    const listed = await expectWhole(stage, builds)
    expect(listed).toEqual(expect.arrayContaining(answered))
    expect((await stage.publish(build)).status).toBe(listed.includes(version) ? 200 : 201)
    answered.push(version)
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
    const moving = (async () => {
      for (let turn = 0; ; turn += 1) {
        asked = versions[(turn + round) % 2] ?? ''
        const answer = await stage.move('promote', { version: asked })
        if (moveAnswer.safeParse(await answer.json()).success) last = asked
      }
    })()
    await stage.killDuring(moving, MOVE + Math.random() * MOVE * 5)
    const live = await stage.live()
    expect([last, asked]).toContain(live)
    const { moves } = await (await stage.ask(`/-/remotes/${NAME}/history`)).json()
    expect(moves[0].version).toBe(live)
    last = live ?? ''
  }
  await stage.close()
})
