import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loginAnswerSchema } from '@atalaia/contracts'
import { openPostgres, type Database } from '@atalaia/database'
import type { FaultyLink } from '@atalaia/database/testing/faulty-link'
import { freePort, root, runCaptured, startService, type Service } from '@atalaia/stack'
import { array, looseObject, object, string } from 'zod/mini'
import { openBackends, type Backends, type BackendKind } from './backends.ts'
import { addressIn, JSON_BODY, loginCall, send } from './http.ts'

export type Person = {
  readonly from: string
  readonly email: string
  readonly password: string
  readonly token: string
}

export type Remotes = (...words: string[]) => Promise<{ readonly code: number; readonly output: string }>

export type ServerName = 'leak-api' | 'gateway'

export type Stage = {
  readonly url: string
  readonly people: readonly Person[]
  readonly database: Database
  /** Signs the API's tokens (HS256). */
  readonly tokenKey: Buffer
  /** Throws on a stage without this network. */
  link(to: 'database' | 'store'): FaultyLink
  /** Throws on a single-server stage. */
  pair(): NonNullable<Backends['pair']>
  readonly artifacts: string
  readonly dataDir: string
  restart(name: ServerName, more?: NodeJS.ProcessEnv): Promise<void>
  signUp(from: string): Promise<Person>
  /** Bypasses gateway and networks. */
  readonly remotes: Remotes
  monitoredBy(person: Person): Promise<ReadonlySet<string>>
  stop(): Promise<void>
}

/** Two published versions; the second is promoted. */
export const PUBLISHED = { name: 'mfe-template-kit', before: '91.0.0', now: '91.0.1' } as const

const PEOPLE = 12
const SIGN_UP_NETWORK = 80
const monitoredSchema = array(object({ email: string() }))

const undoAll = async (undo: (() => Promise<unknown>)[]): Promise<void> => {
  for (const step of undo.splice(0).toReversed()) {
    await step().catch((error: unknown) => console.error('chaos: while cleaning up:', error))
  }
}

/** `stop`, a failed step or a signal ends everything. */
export const openStage = async (kind: BackendKind): Promise<Stage> => {
  const undo: (() => Promise<unknown>)[] = []
  const stopOnSignal = () => void undoAll(undo).then(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stopOnSignal)
  try {
    return await build(kind, undo)
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

const build = async (kind: BackendKind, undo: (() => Promise<unknown>)[]): Promise<Stage> => {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'))
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const backends = await openBackends(kind, undo)
  const database = await openPostgres(backends.direct.DATABASE_URL)
  undo.push(() => database.close())

  const dataDir = join(folder, 'gateway')
  const tokenKey = randomBytes(32)
  const ports = { 'leak-api': await freePort(), gateway: await freePort() }
  const url = `http://127.0.0.1:${ports.gateway}`
  const { DATABASE_URL: _database, ...inherited } = process.env
  const common = {
    ...inherited,
    NODE_ENV: 'production',
    LOG_LEVEL: 'fatal',
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: url,
    ...backends.linked,
  }
  const own: Record<ServerName, NodeJS.ProcessEnv> = {
    'leak-api': {
      DATA_DIR: join(folder, 'leak-api'),
      LEAK_API_TOKEN_KEY: tokenKey.toString('base64url'),
      LEAK_API_LINK_KEY: randomBytes(32).toString('base64url'),
      LEAK_API_FINGERPRINT_KEY: randomBytes(32).toString('base64url'),
      SMTP_URL: 'file:',
      OWNERSHIP_CHECK: 'off',
    },
    gateway: { DATA_DIR: dataDir, API_UPSTREAM: `http://127.0.0.1:${ports['leak-api']}` },
  }
  const services = new Map<ServerName, Service>()
  const start = async (name: ServerName, more: NodeJS.ProcessEnv = {}) => {
    const service = startService({
      name,
      script: `${name}/src/main.ts`,
      env: { ...common, ...own[name], ...more, PORT: String(ports[name]) },
      output: 'kept',
    })
    services.set(name, service)
    await service.listening
  }
  for (const name of ['leak-api', 'gateway'] as const) {
    undo.push(async () => services.get(name)?.stop())
    await start(name)
  }

  const signUp = async (from: string): Promise<Person> => {
    const email = `pessoa.${randomBytes(6).toString('hex')}@vizinhos.example`
    const password = randomBytes(18).toString('base64url')
    const body = JSON.stringify({ email, password })
    const made = await send({ url: `${url}/api/auth/signup`, method: 'POST', headers: JSON_BODY, body, from })
    if (made.status !== 201) throw new Error(`chaos: a sign-up was answered with ${made.status} ${made.body}`)
    const answer = await send(loginCall(url, from, email, password))
    const { access_token: token } = loginAnswerSchema.parse(JSON.parse(answer.body))
    if (token === undefined) throw new Error('chaos: a login gave no token')
    return { from, email, password, token }
  }
  const artifacts = join(dataDir, 'artifacts')
  const remotes: Remotes = (...words) =>
    runCaptured(process.execPath, [join(root, 'gateway/src/cli/remotes.ts'), ...words], {
      cwd: root,
      env: { ...common, ARTIFACTS_DIR: artifacts, ...backends.direct, DATA_DIR: dataDir },
    })
  const people: Person[] = []
  for (let at = 0; at < PEOPLE; at++) people.push(await signUp(addressIn(SIGN_UP_NETWORK, at)))
  await publish(folder, remotes)

  return {
    url,
    people,
    database,
    tokenKey,
    link: (to) => backends.links[to] ?? absent(`a network to the ${to}`),
    pair: () => backends.pair ?? absent('a second PostgreSQL server'),
    artifacts,
    dataDir,
    signUp,
    remotes,
    restart: async (name, more) => {
      await services.get(name)?.kill()
      await start(name, more)
    },
    monitoredBy: async ({ from, token }) => {
      const headers = { authorization: `Bearer ${token}` }
      const { status, body } = await send({ url: `${url}/api/emails`, headers, from, timeoutMs: 30_000 })
      if (status !== 200) throw new Error(`chaos: the list of addresses was answered with ${status}`)
      return new Set(monitoredSchema.parse(JSON.parse(body)).map(({ email }) => email))
    },
    stop: () => undoAll(undo),
  }
}

const absent = (what: string): never => {
  throw new Error(`chaos: this stage has no ${what}`)
}

const publish = async (folder: string, remotes: Remotes): Promise<void> => {
  for (const version of [PUBLISHED.before, PUBLISHED.now]) {
    const dir = join(folder, `build-${version}`)
    await cp(join(root, PUBLISHED.name, 'dist'), dir, { recursive: true })
    const file = join(dir, 'remote.json')
    const descriptor = looseObject({}).parse(JSON.parse(await readFile(file, 'utf8')))
    await writeFile(file, JSON.stringify({ ...descriptor, version }))
    for (const words of [
      ['publish', PUBLISHED.name, '--dir', dir, '--no-build'],
      ['promote', PUBLISHED.name, version, '--force', '--reason', 'for the attacks'],
    ]) {
      const { code, output } = await remotes(...words)
      if (code !== 0) throw new Error(`chaos: remotes ${words[0]} ended with ${code}: ${output}`)
    }
  }
}
