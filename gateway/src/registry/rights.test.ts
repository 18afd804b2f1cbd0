import { sql } from '@atalaia/database'
import { ORDERS, TOKEN_EXCHANGE } from '@atalaia/artifact'
import { githubClaims, startIssuer, type SignOptions, type TestIssuer } from '../../testing/issuer.ts'
import { createHmac } from 'node:crypto'
import { createBuild } from '../../testing/archives.ts'
import { createCommand } from '../../testing/command.ts'
import { bearer, openTestDatabase, order, publishBuild } from '../../testing/published.ts'

const REMOTE = 'mfe-novo'
const REFUSED = 'this identity token gives no right over this remote; the log of the gateway says why'

let issuer: TestIssuer
let other: TestIssuer
let stage: Awaited<ReturnType<typeof createCommand>>
let log = ''
beforeAll(async () => {
  issuer = await startIssuer()
  other = await startIssuer()
  const logger = { level: 'warn', stream: { write: (line: string) => void (log += line) } }
  stage = await createCommand(await openTestDatabase(), { logger })
  await addPublisher()
})
afterAll(async () => {
  await stage.close()
  await issuer.stop()
  await other.stop()
})
beforeEach(() => {
  log = ''
})

const addPublisher = async (...more: readonly string[]) => {
  const words = ['--issuer', issuer.url, '--kind', 'github', '--repository', 'acme/analytics']
  const said = await stage.run(['publishers', 'add', REMOTE, ...words, ...more])
  return { ...said, id: said.out.split(' ')[0] ?? '' }
}
const sign = (claims: object = {}, options: SignOptions = {}) =>
  issuer.sign({ ...githubClaims, ...claims }, { audience: stage.url, ...options })
const exchange = (token: string, remote = REMOTE) =>
  fetch(stage.url + ORDERS.exchange(remote), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: TOKEN_EXCHANGE.grantType,
      subject_token: token,
      subject_token_type: TOKEN_EXCHANGE.idToken,
    }),
  })
const keyOf = async (claims?: object): Promise<string> =>
  (await (await exchange(await sign(claims))).json()).access_token

// Rule: M-TRUST-1, M-TRUST-2, M-TRUST-6
test('a job of the registered repository and branch gets a key for 15 minutes, and the history names its run', async () => {
  const answer = await exchange(await sign())
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { access_token: token, ...facts } = await answer.json()
  expect(facts).toEqual({
    issued_token_type: TOKEN_EXCHANGE.accessToken,
    token_type: 'Bearer',
    expires_in: 900,
    scope: 'publish promote rollback',
    may: ['publish', 'promote', 'rollback'],
    who: 'github acme/analytics@main run 123',
  })
  expect((await publishBuild(stage.app, token, createBuild(REMOTE, '1.0.0'))).statusCode).toBe(201)
  expect((await order(stage.app, token, `${REMOTE}/promote`, { version: '1.0.0' })).statusCode).toBe(200)
  const { out } = await stage.asTeam(token, ['history', REMOTE])
  expect(out).toContain('by github acme/analytics@main run 123')
  expect((await stage.run(['list'])).out).toContain('by github acme/analytics@main run 123')
  // It says nothing else of itself, and reaches no other remote and no right over rights.
  expect((await stage.asTeam(token, ['history', 'mfe-outro'])).err).toContain('is of mfe-novo, not of mfe-outro')
  expect((await stage.asTeam(token, ['token', 'create', REMOTE])).err).toContain('only an operator')
})

const hmacToken = async (alg: string) => {
  const [, payload] = (await sign()).split('.')
  const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT', kid: 'first' })).toString('base64url')
  const signature = createHmac('sha256', 'first').update(`${header}.${payload}`).digest('base64url')
  return `${header}.${payload}.${alg === 'none' ? '' : signature}`
}
const changed = async () => {
  const [header, payload = '', signature] = (await sign({ repository: 'eve/analytics' })).split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), repository: 'acme/analytics' }
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}

// Rule: M-TRUST-3, M-TRUST-4, M-TRUST-5, M-TRUST-23
// Threat: T-TRUST-1, T-TRUST-2, T-TRUST-3
test.each<[string, () => Promise<string>, string]>([
  ['another audience', () => sign({}, { audience: 'https://other.example' }), 'it is for \\"https://other.example\\"'],
  ['a second audience', () => sign({}, { audience: [stage.url, 'https://other.example'] }), 'it is for others, too'],
  ['another issuer with the same subject', () => sign({}, { issuer: other.url, by: other }), 'is not registered'],
  ['another issuer’s key', () => sign({}, { by: other }), 'its signature is wrong'],
  ['an end that has passed', () => sign({}, { issuedIn: -900, expiresIn: -300 }), 'it has ended'],
  ['a beginning that has not come', () => sign({}, { notBeforeIn: 600 }), 'nbf'],
  ['a life of a week', () => sign({}, { expiresIn: 604_800 }), '86400 s are allowed'],
  ['the algorithm none', () => hmacToken('none'), 'its algorithm is \\"none\\"'],
  ['a shared secret', () => hmacToken('HS256'), 'its algorithm is \\"HS256\\"'],
  ['a key that the issuer does not have', () => sign({}, { header: { kid: 'mine' } }), 'no such key'],
  ['a key of its own in its header', () => sign({}, { by: other, header: { jku: `${other.url}/keys` } }), 'signature'],
  ['an access token’s type', () => sign({}, { header: { typ: 'at+jwt' } }), 'no identity token'],
  ['claims that were changed', changed, 'its signature is wrong'],
  ['no token', async () => 'atd_x', 'what was sent is no identity token'],
  ['another case of the repository', () => sign({ repository: 'Acme/analytics' }), '\\"Acme/analytics\\"'],
  ['a look-alike', () => sign({ repository: 'acme/analytics-evil' }), '\\"acme/analytics-evil\\"'],
  ['a fork', () => sign({ repository: 'eve/analytics' }), '\\"eve/analytics\\"'],
  ['another branch’s job that names the main one', () => sign({ ref: 'main' }), '\\"main\\"'],
  ['a list with the repository', () => sign({ repository: ['acme/analytics'] }), '[\\"acme/analytics\\"]'],
  ['another branch', () => sign({ ref: 'refs/heads/main2' }), '\\"refs/heads/main2\\"'],
  ['a tag of the branch’s name', () => sign({ ref: 'refs/tags/main' }), '\\"refs/tags/main\\"'],
  [
    'a pull request of a fork',
    () => sign({ event_name: 'pull_request', ref: 'refs/pull/1/merge' }),
    'refs/pull/1/merge',
  ],
  ['a pull request that runs on the base', () => sign({ event_name: 'pull_request_target' }), 'pull_request_target'],
  [
    'a repository that has taken the name',
    () => sign({ repository_id: '6666' }),
    'another repository has taken its name',
  ],
  ['a repository that hides its id', () => sign({ repository_id: undefined }), 'the token says nothing'],
])('%s is refused, with a reason in the log alone', async (_name, make, reason) => {
  const answer = await exchange(await make())
  expect([answer.status, (await answer.json()).message]).toEqual([403, REFUSED])
  expect(log).toContain(reason)
})

// Rule: M-TRUST-4
// Threat: T-TRUST-2
test('the sender of a request does not choose for whom an identity token is, by its Host', async () => {
  const payload = {
    grant_type: TOKEN_EXCHANGE.grantType,
    subject_token: await sign({}, { audience: 'http://ci.example' }),
    subject_token_type: TOKEN_EXCHANGE.idToken,
  }
  const headers = { host: 'ci.example' }
  const answer = await stage.app.inject({ method: 'POST', url: ORDERS.exchange(REMOTE), headers, payload })
  expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('set PUBLIC_ORIGIN')])
})

// Rule: M-TRUST-4
// Threat: T-TRUST-2
test('an identity token is exchanged once; one that was refused may be sent again', async () => {
  const token = await sign({}, { jti: 'once' })
  expect((await exchange(token, 'mfe-outro')).status).toBe(403)
  const both = await Promise.all([exchange(token), exchange(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
  // The clock of the database may be ahead of the gateway's.
  await stage.database.execute(sql`UPDATE gateway.exchanged_identity SET until = now() - interval '5 minutes'`)
  expect((await exchange(token)).status).toBe(403)
  expect(log).toContain('it was exchanged before')
  const { acts, exchanges } = JSON.parse((await stage.run(['acts', '--json'])).out)
  expect(acts.at(-1)).toMatchObject({ act: 'publisher added', about: REMOTE })
  expect(exchanges).toContainEqual({ day: expect.any(String), remote: REMOTE, outcome: 'refused: replayed', count: 2 })
  expect(exchanges).toContainEqual({ day: expect.any(String), remote: '', outcome: 'refused: issuer', count: 1 })
  expect(exchanges).toContainEqual(expect.objectContaining({ remote: REMOTE, outcome: 'accepted' }))
})

// Rule: M-TRUST-2, M-TRUST-7
// Threat: T-TRUST-4
test('a key may do what its publisher may, and ends at once with it', async () => {
  const added = await addPublisher('--environment', 'rest', '--may', 'publish')
  const token = await keyOf({ ref: 'refs/heads/topic', environment: 'rest' })
  const asked = async () => (await order(stage.app, token, `${REMOTE}/promote`, { version: '1.0.0' })).json().message
  expect(await asked()).toBe('this key may publish with mfe-novo, and no more')
  const read = await stage.app.inject({ url: ORDERS.key, headers: bearer(token) })
  expect(read.json()).toMatchObject({ holder: { role: 'team', remotes: [{ remote: REMOTE, may: ['publish'] }] } })
  expect((await stage.run(['publishers', 'remove', added.id])).code).toBe(0)
  expect(await asked()).toBe('this deploy token was revoked')
  expect((await stage.run(['publishers', 'list', REMOTE])).out).not.toContain(added.id)
})

const add = async (...words: string[]) => (await stage.run(['publishers', 'add', REMOTE, ...words])).err

// Rule: M-TRUST-3, M-TRUST-23
test('a publisher without https, without claims, or with claims of its tokens’ own life is not registered', async () => {
  expect(await add('--issuer', 'http://ci.example', '--claim', 'sub=x')).toContain('an issuer has an https address')
  expect(await add('--issuer', 'https://ci.example')).toContain('name a claim')
  expect(await add('--issuer', 'https://ci.example', '--claim', 'aud=x')).toContain('by itself')
  expect(await add('--issuer', 'https://gitlab.com', '--branch', 'main')).toContain('name the repository')
  expect((await addPublisher()).err).toContain('has this publisher already')
})

const keyIn = (out: string): string => /at[dp]_[\w-]+/.exec(out)?.[0] ?? ''
const endIn = (out: string): number => Date.parse(/ends (\S+)/.exec(out)?.[1] ?? '')
const inDays = (days: number) => Date.now() + days * 86_400_000
const HOUR_MS = 3_600_000
const personWith = async (email: string, ...words: readonly string[]): Promise<string> => {
  expect(await stage.run(['people', 'add', email, ...words])).toMatchObject({ code: 0 })
  return keyIn((await stage.run(['people', 'key', email])).out)
}
const promoteAs = (key: string, remote = REMOTE) => order(stage.app, key, `${remote}/promote`, { version: '7.0.0' })

// Rule: M-PEOPLE-1, M-PEOPLE-2, M-PEOPLE-3
// Threat: T-TRUST-5
test('a person may do with the remotes of a team what the team allows, under the own name, until it is taken back', async () => {
  const team = await stage.tokenOf(REMOTE)
  await publishBuild(stage.app, team, createBuild(REMOTE, '7.0.0'))
  await stage.run(['teams', 'landing', `${REMOTE},mfe-outro`])
  const key = await personWith('Ana@Example.com', '--team', 'landing', '--may', 'promote')
  const ana = 'ana@example.com'
  const publish = await publishBuild(stage.app, key, createBuild(REMOTE, '7.1.0'))
  expect([publish.statusCode, publish.json().message]).toEqual([
    403,
    `this key may promote with ${REMOTE}, and no more`,
  ])
  const promoted = await stage.app.inject({
    method: 'POST',
    url: ORDERS.promote(REMOTE),
    headers: { ...bearer(key), 'x-actor': 'somebody else' },
    payload: { version: '7.0.0' },
  })
  expect(promoted.json().move.who).toBe(ana)
  expect((await promoteAs(key, 'mfe-alheio')).json().message).toContain('not of mfe-alheio')
  expect((await stage.asTeam(key, ['acts'])).err).toContain('only an operator')
  expect((await stage.run(['people', 'list'])).out).toContain(`${ana}  landing may promote\n  key `)

  await stage.run(['people', 'add', ana, '--team', 'landing'])
  expect((await promoteAs(key)).statusCode).toBe(403)
  expect((await stage.asTeam(key, ['history', REMOTE])).code).toBe(0)
  await stage.run(['people', 'remove', ana, '--team', 'landing'])
  expect((await stage.asTeam(key, ['history', REMOTE])).code).toBe(1)
  await stage.run(['people', 'remove', ana])
  expect((await promoteAs(key)).json().message).toBe('this deploy token was revoked')
  await stage.run(['people', 'add', ana, '--operator'])
  expect((await promoteAs(key)).statusCode).toBe(401)
})

// Rule: M-PEOPLE-4, M-GATEWAY-11
// Threat: T-TRUST-6
test('the key of an operator reaches every remote and no right, and ends', async () => {
  const key = await personWith('ops@example.com', '--operator')
  expect((await promoteAs(key)).statusCode).toBe(200)
  expect((await stage.asTeam(key, ['acts'])).out).toContain('person changed  ops@example.com  is an operator  by ')
  for (const words of [
    ['token', 'create', REMOTE],
    ['people', 'key', 'ops@example.com'],
    ['publishers', 'list'],
    ['prune'],
  ])
    expect(await stage.asTeam(key, words)).toMatchObject({
      code: 1,
      err: expect.stringContaining('on the gateway’s machine'),
    })
  expect((await stage.run(['people', 'key', 'ops@example.com', '--ends', 'never'])).code).toBe(1)
  expect((await stage.run(['people', 'key', 'ops@example.com', '--ends', '400d'])).code).toBe(1)
  await stage.database.execute(sql`UPDATE gateway.deploy_token SET ends_at = now() WHERE person = 'ops@example.com'`)
  expect((await promoteAs(key)).json().message).toContain('has ended')
  const again = keyIn((await stage.run(['people', 'key', 'ops@example.com', '--ends', '8h'])).out)
  await stage.run(['people', 'add', 'ops@example.com', '--no-operator'])
  expect((await promoteAs(again)).statusCode).toBe(403)
})

// Rule: M-PUBLISH-2, M-PEOPLE-5, M-RIGHT-2
test('a token ends after 90 days, unless another end or none is asked for, and the list says so', async () => {
  const made = (await stage.run(['token', 'create', 'mfe-fim', '--label', 'of a team'])).out
  expect(Math.abs(endIn(made) - inDays(90))).toBeLessThan(HOUR_MS)
  expect((await stage.run(['token', 'create', 'mfe-fim', '--ends', 'never'])).out).toContain('no end')
  expect((await stage.run(['token', 'create', 'mfe-fim', '--ends', 'soon'])).err).toContain('--ends is a time as 90d')
  const list = (await stage.run(['token', 'list'])).out.split('\n').filter((line) => line.includes('mfe-fim'))
  expect(list.map((line) => / works {2}(ends|no end)/.exec(line)?.[1])).toEqual(['ends', 'no end'])
  const { acts } = JSON.parse((await stage.run(['acts', '--json'])).out)
  expect(acts[1]).toMatchObject({ act: 'token made', about: 'mfe-fim', detail: expect.stringContaining('of a team') })
  const id = list[0]?.split(' ')[0] ?? ''
  await stage.run(['token', 'revoke', id])
  expect((await promoteAs(keyIn(made), 'mfe-fim')).json().message).toBe('this deploy token was revoked')
  const after = JSON.parse((await stage.run(['acts', '--json'])).out).acts
  expect(after[0]).toMatchObject({ act: 'key revoked', about: 'mfe-fim', detail: `key ${id}` })
})

// Rule: M-TRUST-8
// Threat: T-TRUST-3
test('one network has 60 exchanges a minute refused for a remote; those of other remotes, and granted ones, go on', async () => {
  for (let job = 0; job < 70; job++) expect((await exchange(await sign())).status).toBe(200)
  const statuses = await Promise.all(Array.from({ length: 120 }, async () => (await exchange('x')).status))
  expect([statuses.includes(403), statuses.includes(429)]).toEqual([true, true])
  expect((await exchange('x', 'mfe-outro')).status).toBe(403)
})
