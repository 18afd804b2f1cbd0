import { sql } from '@atalaia/database'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { onPostgres } from '../../testing/each-database.ts'
import { createPortal } from '../../testing/portal.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

const READS = ['/emails', '/clientes/me/analises', '/dashboard/resumo']

const ask = ({ app }: TestApi, path: string, token: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}`, ...headers } })
const tagsOf = (api: TestApi, token: string) =>
  Promise.all(READS.map(async (path) => String((await ask(api, path, token)).headers.etag)))

onPostgres((database) => {
  const open = async () => {
    const api = await createTestApi(database())
    return { api, token: await api.tokenOf('ana@acme.com') }
  }

  // Rule: P-API-19
  test('what a browser has already is not sent again', async () => {
    const { api, token } = await open()
    await api.add('ana@acme.com', token)
    for (const path of READS) {
      const first = await ask(api, path, token)
      expect(first.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: expect.stringMatching(/^Origin, Authorization\b/),
        etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      })
      const known = { 'if-none-match': `"other", ${first.headers.etag}` }
      const again = await ask(api, path, token, known)
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
      expect(again.headers['cache-control']).toBe('private, no-cache')
    }
  })

  // Rule: P-API-19
  test('an answer that has changed is sent, whatever changed it', async () => {
    const { api, token } = await open()
    const changes: readonly (readonly [string, () => Promise<unknown>, readonly boolean[]])[] = [
      ['an address', () => api.add('ana@acme.com', token), [true, true, true]],
      ['an import', () => api.importText('forum', 'ana@acme.com:um'), [true, true, true]],
      ['an import that names nobody', () => api.importText('feira', 'rui@rival.com:um'), [false, false, true]],
      ['a call of somebody else', () => api.tokenOf('rui@rival.com'), [false, false, false]],
      ['new links', async () => api.clock.advance(301), [false, false, true]],
      // Another visit, to which other addresses are new.
      ['the next day', async () => api.clock.advance(24 * 3600), [true, true, true]],
    ]
    let tags = await tagsOf(api, token)
    for (const [what, change, expected] of changes) {
      await change()
      const session = what === 'the next day' ? await api.tokenOf('ana@acme.com') : token
      const now = await tagsOf(api, session)
      expect([what, now.map((tag, at) => tag !== tags[at])]).toEqual([what, expected])
      tags = now
    }
  })

  // Rule: P-API-19
  test('a batch of an import that has not ended is seen', async () => {
    const { api, token } = await open()
    await api.add('ana@acme.com', token)
    const [, , before] = await tagsOf(api, token)
    await database().execute(sql`INSERT INTO source (name) VALUES ('forum')`)
    await database().execute(
      sql`INSERT INTO import (source_id, file_name, leaked_on, started_at, lines_read, lines_new)
       SELECT id, 'forum.txt', '2026-01-01', now(), 1, 1 FROM source`,
    )
    const [, , after] = await tagsOf(api, token)
    expect(after).not.toBe(before)
  })

  // Rule: P-API-19
  // Threat: T-ACCOUNT-6
  test('what one account or client has is never taken for the answer of another one', async () => {
    const { api, token } = await open()
    const { createClient, tokenOf } = createPortal(api)
    const others = [
      await api.tokenOf('rui@acme.com'),
      await tokenOf(await createClient('ana@acme.com')),
      await tokenOf(await createClient('ana@acme.com')),
    ]
    const all = await Promise.all([token, ...others].map((each) => tagsOf(api, each)))
    expect(new Set(all.flat()).size).toBe(READS.length * all.length)
    for (const [at, path] of READS.entries()) {
      const known = { 'if-none-match': all.map((tags) => tags[at]).join(', ') }
      for (const other of others) expect((await ask(api, path, other, known)).statusCode).toBe(304)
      const ours = { 'if-none-match': String(all[0]?.[at]) }
      for (const other of others) expect((await ask(api, path, other, ours)).statusCode).toBe(200)
    }
  })

  // Threat: T-ACCOUNT-6
  test('nobody is told that what they have is current before the token is checked', async () => {
    const { api, token } = await open()
    const [tag = ''] = await tagsOf(api, token)
    const known = { 'if-none-match': tag }
    expect((await ask(api, '/emails', 'rubbish', known)).statusCode).toBe(401)
    expect((await api.app.inject({ url: '/api/emails', headers: known })).statusCode).toBe(401)
  })

  test('any tag is nobody’s copy, and a failure has none', async () => {
    const { api, token } = await open()
    expect((await ask(api, '/emails', token, { 'if-none-match': '*' })).statusCode).toBe(200)
    await database().execute(sql`ALTER TABLE monitored_address RENAME TO gone`)
    const failed = await ask(api, '/emails?tamanho=10', token)
    await database().execute(sql`ALTER TABLE gone RENAME TO monitored_address`)
    expect([failed.statusCode, failed.headers.etag, failed.headers['cache-control']]).toEqual([
      500,
      undefined,
      'no-store',
    ])
  })

  // Rule: P-API-20
  test('lists are compressed, and unpacked are the same', async () => {
    const { api, token } = await open()
    for (let at = 0; at < 20; at++) await api.add(`pessoa${at}@acme.com`, token)
    const plain = await ask(api, '/emails', token)
    const br = await ask(api, '/emails', token, { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await ask(api, '/emails', token, { 'accept-encoding': 'gzip' })
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
    for (const { headers } of [plain, br, gzip]) expect(headers.vary).toBe('Origin, Authorization, Accept-Encoding')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(br.headers['content-length']).toBe(String(br.rawPayload.length))
    expect(br.headers.etag).toBe(plain.headers.etag)
  })

  // Rule: P-API-20
  // Threat: T-ACCOUNT-8
  test('answers with a token or a signed link are not compressed', async () => {
    const { api, token } = await open()
    const name = `ana@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.com`
    await api.add(name, token)
    await api.importText('forum', `${name}:um`)
    const { createClient, askToken } = createPortal(api)
    const { id, secret } = await createClient('ana@acme.com')
    const accept = { 'accept-encoding': 'br, gzip' }
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret }
    const login = await api.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...accept },
      payload: 'username=ana%40acme.com&password=uma+senha+bem+longa',
    })
    const summary = await ask(api, '/dashboard/resumo', token, accept)
    expect(summary.rawPayload.length).toBeGreaterThan(1024)
    for (const answer of [summary, login, await askToken(form, accept)])
      expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined])
  })
})
