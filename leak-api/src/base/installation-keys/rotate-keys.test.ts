import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loginAnswerSchema } from '@atalaia/contracts'
import { compile, type Database, sql } from '@atalaia/database'
import { decodeProtectedHeader } from 'jose'
import { object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { keepSecrets, memberIn } from '../../../testing/kept-secrets.ts'
import { newDataDir } from '../../../testing/process.ts'
import { createTestApi, PASSWORD, type TestApi } from '../../../testing/test-api.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { createKnownNetworks } from '../../accounts/known-networks.ts'
import { createStopLinks } from '../../notify/alerts/stop-link.ts'
import type { KeyRing } from '../key-ring.ts'
import { keyFile } from '../store/keys.ts'
import { openKeys } from '../store/open-keys.ts'
import type { KeyTools } from './key-tools.ts'
import { listKeys } from './list-keys.ts'
import { reseal } from './reseal.ts'
import { retireKey } from './retire-key.ts'
import { rotateKeys } from './rotate-keys.ts'

const ANA = 'ana@acme.com'
const BOTH = ['token', 'link'] as const

const startServer = async (
  database: Database,
  places: { readonly dataDir: string; readonly environment?: NodeJS.ProcessEnv },
  clock = createTestClock(),
) => {
  const opened = await openKeys(database, { environment: {}, ...places })
  await opened.refreshKeys()
  return { ...opened, api: { ...(await createTestApi(database, { keys: opened.keys, clock })), clock } }
}

const toolsOf = (
  database: Database,
  places: { readonly dataDir: string; readonly environment?: NodeJS.ProcessEnv },
  between: () => Promise<unknown> = () => Promise.resolve(),
): KeyTools => ({
  environment: {},
  ...places,
  database,
  clock: () => new Date(),
  pause: async (round) => {
    await between()
    return round < 3
  },
})

const signIn = async (api: TestApi) => {
  const kept = { cookie: '', token: '' }
  const send = async (server: TestApi, path: string, headers: object, payload = '') => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      ...(payload !== '' && { payload }),
    })
    const [cookie] = String(answer.headers['set-cookie'] ?? '').split(';')
    if (answer.statusCode === 200)
      Object.assign(kept, { cookie, token: loginAnswerSchema.parse(answer.json()).access_token })
    return answer.statusCode
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-atalaia-page': '1' }
  await send(api, '/login', form, new URLSearchParams({ username: ANA, password: PASSWORD }).toString())
  return {
    kept,
    renew: (server: TestApi) =>
      send(server, '/sessao/renovar', { cookie: kept.cookie, authorization: `Bearer ${kept.token}` }),
  }
}

const statusAt = async ({ api }: { api: TestApi }, token: string) => (await api.get('/conta', token)).statusCode
const kidOf = (token: string) => decodeProtectedHeader(token).kid

onPostgres((database) => {
  // Rule: M-ROTATE-3, M-ROTATE-4, M-ROTATE-26
  // Threat: T-ACCOUNT-41
  test('two servers go on while keys are rotated: nobody is logged out, no link breaks, and no token is refused', async () => {
    const [dataDir, clock] = [newDataDir(), createTestClock()]
    const one = await startServer(database(), { dataDir }, clock)
    const other = await startServer(database(), { dataDir }, clock)
    await one.api.signUp(ANA)
    const page = await signIn(one.api)
    const before = page.kept.token
    const program = loginAnswerSchema.parse((await other.api.login(ANA)).json()).access_token ?? ''
    const member = await memberIn(database())
    const link = (ring: KeyRing) => createStopLinks(ring, '/api').sign(member)
    const linkBefore = link(one.keys.link)
    const report = await one.api.app.inject({
      method: 'POST',
      url: '/api/relatorios',
      headers: { authorization: `Bearer ${before}` },
      payload: { meses: '1' },
    })
    const reportLink = String(report.json().url)
    const secrets = await keepSecrets(database(), one.keys.token, clock())
    const plain = await secrets.read(one.keys.token)
    const networks = () => createKnownNetworks(database(), one.keys.token).has(ANA, '198.51.100.7', clock())
    await createKnownNetworks(database(), one.keys.token).add(member.accountId, '198.51.100.7', clock())
    const first = one.keys.token.current.id

    // Whatever server reads its keys first, and whoever signs meanwhile.
    const seen: (readonly number[])[] = []
    const turns = [one.refreshKeys, other.refreshKeys]
    const rotation = await rotateKeys(
      toolsOf(database(), { dataDir }, async () => {
        await turns[seen.length % 2]?.()
        for (const server of [one, other]) {
          const fresh = loginAnswerSchema.parse((await server.api.login(ANA)).json()).access_token ?? ''
          const statuses = []
          for (const token of [before, program, fresh])
            statuses.push(await statusAt(one, token), await statusAt(other, token))
          for (const url of [linkBefore, link(server.keys.link)])
            for (const { api } of [one, other]) statuses.push((await api.app.inject(url)).statusCode)
          seen.push(statuses)
        }
        seen.push([await page.renew(one.api), await page.renew(other.api)])
      }),
      BOTH,
    )
    expect(rotation).toMatchObject({ status: 'rotated', behind: [], toSet: [], unreadable: 0 })
    expect(rotation.resealed).toBe(7)
    expect(new Set(seen.flat())).toEqual(new Set([200]))
    expect(seen.length).toBeGreaterThan(5)

    const second = one.keys.token.current.id
    expect([other.keys.token.current.id, kidOf(before), second === first]).toEqual([second, first, false])
    expect(await page.renew(other.api)).toBe(200)
    expect(kidOf(page.kept.token)).toBe(second)
    expect(await statusAt(one, page.kept.token)).toBe(200)
    expect((await other.api.app.inject(reportLink)).statusCode).toBe(200)
    expect(await networks()).toBe(true)
    // Nothing needs the key of before.
    const alone = { current: one.keys.token.current, all: [one.keys.token.current] } as const
    expect(await secrets.read(alone)).toEqual(plain)
  })

  // Rule: M-ROTATE-3, M-ROTATE-26
  test('while a server lacks the new key nothing signs with it; with it the next call goes on, and makes no other', async () => {
    const [dataDir, folder] = [newDataDir(), newDataDir()]
    const one = await startServer(database(), { dataDir })
    mkdirSync(join(folder, 'keys'))
    for (const name of [...BOTH, 'fingerprint', 'proof'] as const)
      copyFileSync(keyFile(dataDir, name), keyFile(folder, name))
    const other = await startServer(database(), { dataDir: folder })
    const first = one.keys.token.current.id
    const tools = toolsOf(database(), { dataDir }, () => Promise.all([one.refreshKeys(), other.refreshKeys()]))

    const waiting = await rotateKeys(tools, BOTH)
    expect(waiting).toMatchObject({ status: 'waiting', behind: [{ pid: process.pid }] })
    expect([one.keys.token.current.id, other.keys.token.current.id]).toEqual([first, first])
    for (const name of BOTH) copyFileSync(keyFile(dataDir, name), keyFile(folder, name))
    const rotated = await rotateKeys(tools, BOTH)
    expect(rotated).toMatchObject({ status: 'rotated', keys: waiting.keys, behind: [] })
    const id = waiting.keys.find(({ purpose }) => purpose === 'token')?.id
    expect([one.keys.token.current.id, other.keys.token.current.id]).toEqual([id, id])
    expect(one.keys.token.all).toHaveLength(2)
  })

  // Rule: M-ROTATE-3, M-ROTATE-26
  test('keys of the environment: the command says what to set, and rotates once all servers were restarted with it', async () => {
    const dataDir = newDataDir()
    const keys = {
      LEAK_API_LINK_KEY: randomBytes(32).toString('base64url'),
      LEAK_API_TOKEN_KEY: randomBytes(32).toString('base64url'),
    }
    const server = await startServer(database(), { dataDir, environment: keys })
    const asked = await rotateKeys(toolsOf(database(), { dataDir, environment: keys }), BOTH)
    expect(asked).toMatchObject({ status: 'to-set', keys: [] })
    expect(asked.toSet.map(({ variable }) => variable)).toEqual(['LEAK_API_TOKEN_KEY', 'LEAK_API_LINK_KEY'])

    const set: Record<string, string> = { ...keys }
    for (const { variable, key } of asked.toSet) set[variable] = `${set[variable]},${key}`
    const restarted = await startServer(database(), { dataDir, environment: set })
    const tools = toolsOf(database(), { dataDir, environment: set }, restarted.refreshKeys)
    expect(await rotateKeys(tools, BOTH)).toMatchObject({ status: 'waiting', behind: [{ pid: process.pid }] })
    expect(restarted.keys.token.current.id).toBe(server.keys.token.current.id)
    await server.leaveKeys()
    expect(await rotateKeys(tools, BOTH)).toMatchObject({ status: 'rotated', behind: [] })
    expect(restarted.keys.token.current.secret.export().toString('base64url')).toBe(asked.toSet[0]?.key)
    // A server of before, restarted by mistake.
    const old = openKeys(database(), { dataDir, environment: keys })
    await expect(old).rejects.toThrow(
      /^token key: this database is used with key [\da-f]{12}, which is not in LEAK_API_TOKEN_KEY/,
    )
  })

  // Rule: M-ROTATE-4
  test('cut off while it encrypts anew, the next call goes on, and no secret is lost', async () => {
    const dataDir = newDataDir()
    const server = await startServer(database(), { dataDir })
    await server.api.signUp(ANA)
    const secrets = await keepSecrets(database(), server.keys.token, server.api.clock())
    const plain = await secrets.read(server.keys.token)
    let left = 2
    const dying: Database = {
      ...database(),
      execute: (statement) => {
        const text = compile(statement).sql
        if (text.startsWith('UPDATE') && text.includes('unnest') && left-- === 0) throw new Error('killed')
        return database().execute(statement)
      },
    }
    const tools = toolsOf(dying, { dataDir }, server.refreshKeys)
    await expect(rotateKeys(tools, BOTH)).rejects.toThrow('killed')
    const id = server.keys.token.current.id
    expect(await secrets.read(server.keys.token)).toEqual(plain)

    const finished = await rotateKeys({ ...tools, database: database() }, BOTH)
    expect(finished).toMatchObject({ status: 'finished', keys: [], unreadable: 0 })
    expect(finished.resealed).toBeGreaterThan(0)
    expect(server.keys.token.current.id).toBe(id)
    const alone = { current: server.keys.token.current, all: [server.keys.token.current] } as const
    expect(await secrets.read(alone)).toEqual(plain)
    expect(await reseal(database(), server.keys.token)).toEqual({ resealed: 0, unreadable: 0 })
  })

  // Rule: M-ROTATE-4
  test('a secret that somebody changes while it is encrypted anew stays changed', async () => {
    const dataDir = newDataDir()
    const server = await startServer(database(), { dataDir })
    await server.api.signUp(ANA)
    await keepSecrets(database(), server.keys.token, server.api.clock())
    await rotateKeys(toolsOf(database(), { dataDir }, server.refreshKeys), ['token'])
    const [current, former] = server.keys.token.all
    if (former === undefined) throw new Error('there is one key')
    const back = { current: former, all: [former, current] } as const
    const changing: Database = {
      ...database(),
      execute: async (statement) => {
        if (compile(statement).sql.startsWith('UPDATE "webhook" SET "secret"'))
          await database().execute(sql`UPDATE webhook SET secret = '\\x01', old_secret = '\\x02'`)
        return database().execute(statement)
      },
    }
    expect(await reseal(changing, back)).toEqual({ resealed: 5, unreadable: 1 })
    expect(
      await database().query(object({ secret: string() }), sql`SELECT encode(secret, 'hex') AS secret FROM webhook`),
    ).toEqual([{ secret: '01' }])
  })

  // Rule: M-ROTATE-2
  test('a set that is full gets no further key, and servers go on with it', async () => {
    const dataDir = newDataDir()
    const server = await startServer(database(), { dataDir })
    const tools = toolsOf(database(), { dataDir }, server.refreshKeys)
    for (let count = 2; count <= 10; count++) await rotateKeys(tools, ['token'])
    await expect(rotateKeys(tools, ['token'])).rejects.toThrow('token.key: it holds 10 keys; retire former ones first')
    await server.refreshKeys()
    expect(server.keys.token.all).toHaveLength(10)
  })

  // Rule: M-ROTATE-4
  test('secrets are read in pages, each once', async () => {
    const server = await startServer(database(), { dataDir: newDataDir() })
    await server.api.signUp(ANA)
    const { accountId, organisationId } = await memberIn(database())
    await database().execute(
      sql`INSERT INTO push_subscription (account_id, organisation_id, id, device, endpoint_hash, target, created_at)
       SELECT ${accountId}::uuid, ${organisationId}, gen_random_uuid(), 'd', decode(md5(n::text), 'hex'), '\\x00', now() FROM generate_series(1, 1100) AS n`,
    )
    expect(await reseal(database(), server.keys.token)).toEqual({ resealed: 0, unreadable: 1100 })
  })

  // Rule: M-ROTATE-5, M-ROTATE-27
  test('a retired key reads nothing, and leaves its file; before its time it is kept', async () => {
    const dataDir = newDataDir()
    const server = await startServer(database(), { dataDir })
    await server.api.signUp(ANA)
    const secrets = await keepSecrets(database(), server.keys.token, server.api.clock())
    const plain = await secrets.read(server.keys.token)
    const token = loginAnswerSchema.parse((await server.api.login(ANA)).json()).access_token ?? ''
    const member = await memberIn(database())
    const link = createStopLinks(server.keys.link, '/api').sign(member)
    const [tokenId, linkId] = [server.keys.token.current.id, server.keys.link.current.id]
    const tools = toolsOf(database(), { dataDir }, server.refreshKeys)
    const retire = (id: string, isNow = true) => retireKey(tools, id, { isNow })
    await expect(retire(tokenId)).rejects.toThrow('servers sign with it; rotate first')
    await rotateKeys(tools, BOTH)
    const kept = readFileSync(keyFile(dataDir, 'token'), 'utf8')
    await expect(retire(tokenId, false)).rejects.toThrow('counts for 9 more hours; --now ends it')
    await expect(retire(linkId, false)).rejects.toThrow('counts for 720 more hours')
    await expect(retire('000000000000')).rejects.toThrow('no key has this id')
    expect(await statusAt(server, token)).toBe(200)

    await database().execute(sql`UPDATE installation_key SET since = since - interval '9 hours' WHERE state = 'former'`)
    expect(await retire(tokenId, false)).toMatchObject({ purpose: 'token', id: tokenId, unreadable: 0 })
    expect(await retire(linkId)).toMatchObject({ purpose: 'link' })
    await server.refreshKeys()
    expect([await statusAt(server, token), (await server.api.app.inject(link)).statusCode]).toEqual([401, 403])
    expect(await secrets.read(server.keys.token)).toEqual(plain)
    expect(readFileSync(keyFile(dataDir, 'token'), 'utf8').trim().split(',')).toHaveLength(1)

    // Somebody puts the file of before back: the key stays retired, and a server starts.
    writeFileSync(keyFile(dataDir, 'token'), kept)
    const restarted = await startServer(database(), { dataDir })
    expect(restarted.keys.token.all.map(({ id }) => id)).toEqual([server.keys.token.current.id])
    expect(await statusAt(restarted, token)).toBe(401)
    expect((await listKeys(tools)).keys).toContainEqual(expect.objectContaining({ id: tokenId, state: 'retired' }))
    // A rotation takes it for no new key, and a second call takes it out of the file.
    expect(
      await rotateKeys(
        toolsOf(database(), { dataDir }, async () => {
          await server.refreshKeys()
          await restarted.refreshKeys()
        }),
        ['token'],
      ),
    ).toMatchObject({ status: 'rotated' })
    await retire(tokenId)
    await server.refreshKeys()
    await restarted.refreshKeys()
    expect((await listKeys(tools)).keys.map(({ id }) => id)).not.toContain(tokenId)
  })

  // Rule: M-ROTATE-5, M-ROTATE-27
  test('a server that does not sign with the new key yet keeps the former one from being retired', async () => {
    const dataDir = newDataDir()
    const [one, other] = [await startServer(database(), { dataDir }), await startServer(database(), { dataDir })]
    const { id } = one.keys.token.current
    let rounds = 0
    const tools = toolsOf(database(), { dataDir }, async () => {
      await one.refreshKeys()
      if (rounds++ === 0) await other.refreshKeys()
    })
    expect(await rotateKeys(tools, ['token'])).toMatchObject({
      status: 'rotated',
      behind: [{ held: expect.anything() }],
    })
    await expect(retireKey(tools, id, { isNow: true })).rejects.toThrow(`token key ${id}: servers sign with it: `)
    await other.refreshKeys()
    expect(await retireKey(tools, id, { isNow: true })).toMatchObject({ id })
  })

  // Rule: M-ROTATE-5, M-ROTATE-27
  test('a lost key is replaced once it is retired, and what it encrypted is counted, not removed', async () => {
    const [dataDir, folder] = [newDataDir(), newDataDir()]
    const server = await startServer(database(), { dataDir })
    await server.api.signUp(ANA)
    await keepSecrets(database(), server.keys.token, server.api.clock())
    const { id } = server.keys.token.current
    await server.leaveKeys()
    mkdirSync(join(folder, 'keys'))
    for (const name of ['fingerprint', 'proof', 'link'] as const)
      copyFileSync(keyFile(dataDir, name), keyFile(folder, name))
    await expect(startServer(database(), { dataDir: folder })).rejects.toThrow(
      `retire it: npm run leaks -- installation-keys retire ${id}`,
    )
    const tools = toolsOf(database(), { dataDir: folder })
    const retired = await retireKey(tools, id, { isNow: false })
    const started = await startServer(database(), { dataDir: folder })
    expect(started.keys.token.current.id).toBe(retired.current)
    expect(await reseal(database(), started.keys.token)).toEqual({ resealed: 0, unreadable: 6 })
  })
})
