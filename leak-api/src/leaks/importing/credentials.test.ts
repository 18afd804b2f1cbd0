import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate as applyMigrations, openPostgres, type Database, sql } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import { int, nullable, object, string } from 'zod/mini'
import { onPostgres } from '../../../testing/each-database.ts'
import { FINGERPRINT_KEY } from '../../../testing/leak-content.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import type { ReadCredential } from '../reading/credential.ts'
import { renewNumbers } from '../../numbers/renew-numbers.ts'
import { fillRegisteredDomains } from '../../base/store/registered-domain.ts'
import { createFingerprint } from '../../base/store/fingerprint.ts'
import { addressKey, bigintOf, hash64 } from '../../base/store/text-hash.ts'
import { migrate } from '../../base/store/store.ts'
import { createImportsRepository } from './imports-repository.ts'
import { createPacker, websiteHost } from './pack-credentials.ts'

const plain = (value: string): ReadCredential['secret'] => ({ kind: 'plain', value })
const address = 'ana@acme.com'

const importAll = async (database: Database, source: string, credentials: readonly ReadCredential[]) => {
  const imports = createImportsRepository(database)
  const at = new Date('2026-11-21T15:00:00Z')
  const opened = await imports.start({ source, fileName: 'a.txt', leakedOn: '2026-11-20', fabricated: false, at })
  const pack = createPacker(FINGERPRINT_KEY, source)
  const added: number[] = []
  for (const credential of credentials) {
    pack.add([credential])
    added.push(await imports.write(opened, { ...pack.take(), read: 1, rejected: 0, skipped: 0 }))
  }
  await imports.finish(opened, at, { hash: 'none', bytes: 0 })
  await renewNumbers({ database, clock: () => at, importId: opened.id })
  return added
}

const from = (website: string | undefined, machine?: string): ReadCredential => ({
  address,
  secret: plain('um'),
  website,
  machine,
  day: machine === undefined ? undefined : '2026-10-01',
  kinds: machine === undefined ? [] : ['cpf'],
})

test.each([
  ['https://user@Login.Shop.com:8080/in?a=b', 'login.shop.com'],
  ['shop.com', 'shop.com'],
  ['android://a1-B_2==@com.shop/', 'com.shop'],
  ['  ', undefined],
  [undefined, undefined],
])('of the website %s the host is %s', (website, host) => {
  expect(websiteHost(website)).toBe(host)
})

onPostgres((database) => {
  test.each(['ana@acme.com', 'ANÃ+x@é.com.br', '"a@b"@c.com'])(
    'key and parts of %s are the same in both',
    async (text) => {
      const at = text.lastIndexOf('@')
      const domain = hash64(text.slice(at + 1))
      const [row] = await database().query(
        object({ key: string(), low: int(), local: string(), host: string() }),
        sql`SELECT address_key(${text})::text AS key, domain_key(${text}) AS low, local_part(${text}) AS local,
              host_id(address_key(${text}), domain_key(${text}))::text AS host`,
      )
      const local = text.slice(0, at)
      const key = String(bigintOf(addressKey(domain, local)))
      expect(row).toEqual({ key, low: domain.low, local, host: String(bigintOf(domain)) })
    },
  )

  // Rule: M-NUM-16
  test('a hash is a leak and no password, also beside a password that is spelled like it', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(address)
    await api.add(address, token)
    const hash = { kind: 'hash', type: 'md5', value: 'c4ca4238a0b923820dcc509a6f75849b' } as const
    expect(await importAll(database(), 'forum', [{ address, secret: hash, kinds: [] }])).toEqual([1])
    const row = async () => (await api.get('/emails', token)).json()[0]
    expect(await row()).toMatchObject({ numero_vazamentos: 1, numero_senhas: 0 })
    const spelled = { address, secret: plain(hash.value), kinds: [] }
    expect(await importAll(database(), 'forum', [spelled])).toEqual([1])
    expect(await row()).toMatchObject({ numero_vazamentos: 1, numero_senhas: 1 })
  })

  // Rule: M-NUM-17
  test('a pair counts once, and its websites, machines, days and kinds of data are kept beside it', async () => {
    const first = [from('https://shop.com.br/in'), from('https://shop.com.br/out'), from('bank.com'), from(undefined)]
    expect(await importAll(database(), 'log', first)).toEqual([1, 0, 0, 0])
    expect(await importAll(database(), 'log', [from('shop.com.br', 'pc-1'), from('shop.com.br', 'pc-1')])).toEqual([
      0, 0,
    ])

    const seen = await database().query(
      object({ host: string(), registered: string(), day: string(), machine: nullable(string()), kinds: string() }),
      sql`SELECT host.name AS host, registered, day::text, machine, array_to_string(kinds, ',') AS kinds
       FROM (SELECT sighting, website FROM credential UNION ALL SELECT sighting, website FROM resighting) AS seen
       JOIN sighting ON sighting.id = sighting JOIN host ON host.id = website ORDER BY sighting.id, host.name`,
    )
    expect(seen).toEqual([
      { host: 'bank.com', registered: 'bank.com', day: '2026-11-20', machine: null, kinds: '' },
      { host: 'shop.com.br', registered: 'shop.com.br', day: '2026-11-20', machine: null, kinds: '' },
      { host: 'shop.com.br', registered: 'shop.com.br', day: '2026-10-01', machine: 'pc-1', kinds: 'cpf' },
    ])
  })
})

const before = (): URL => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  const all = new URL('../../base/store/migrations/', import.meta.url)
  for (const name of readdirSync(all)) if (name < '0010') cpSync(new URL(name, all), join(folder, name))
  return pathToFileURL(`${folder}/`)
}
const OLD = `
  INSERT INTO organisation (created_at) VALUES (now());
  INSERT INTO monitored_address (organisation_id, address, added_at) SELECT id, 'ana@acme.com', now() FROM organisation;
  INSERT INTO source (name) VALUES ('once'), ('twice');
  INSERT INTO import (source_id, file_name, leaked_on, started_at, lines_read, lines_new, lines_rejected)
  VALUES (1, 'a', '2026-01-01', now(), 9, 2, 1), (2, 'b', '2026-02-02', now(), 1, 1, 0), (2, 'c', '2026-03-03', now(), 1, 0, 0);`

test('a database of before keeps its numbers, knows its pairs, and says nothing of what was not kept', async () => {
  const database = await openPostgres(await createTestDatabase())
  await applyMigrations(database, { folder: before() })
  const print = createFingerprint(FINGERPRINT_KEY)(address, 'um')
  await database.script(`${OLD} INSERT INTO leak VALUES ('ana@acme.com', 1, '\\x${print}', '2026-01-01'),
    ('ana@acme.com', 2, '', '2026-02-02'), ('rui@acme.com', 1, '', '2026-01-01'), ('gone@acme.com', 3, '', '2026-01-01')`)
  await migrate(database)

  const hosts = object({ name: string(), registered: nullable(string()) })
  const named = () => database.query(hosts, sql`SELECT name, registered FROM host`)
  expect(await named()).toEqual([{ name: 'acme.com', registered: null }])
  await fillRegisteredDomains(database)
  expect(await named()).toEqual([{ name: 'acme.com', registered: 'acme.com' }])
  const numbers = object({ leaks: int(), passwords: int() })
  expect(await database.query(numbers, sql`SELECT leaks, passwords FROM address_numbers`)).toEqual([
    { leaks: 2, passwords: 1 },
  ])
  const rows = object({
    address: string(),
    import: nullable(string()),
    first_seen: string(),
    kinds: nullable(string()),
  })
  expect(
    await database.query(
      rows,
      sql`SELECT local || '@acme.com' AS address, import_id::text AS import, day::text AS first_seen, kinds::text
     FROM credential JOIN sighting ON sighting.id = sighting ORDER BY address, import_id NULLS LAST`,
    ),
  ).toEqual([
    { address, import: '1', first_seen: '2026-01-01', kinds: null },
    { address, import: null, first_seen: '2026-02-02', kinds: null },
    { address: 'rui@acme.com', import: '1', first_seen: '2026-01-01', kinds: null },
  ])
  expect(await importAll(database, 'once', [{ address, secret: plain('um'), kinds: [] }])).toEqual([0])
  expect(await importAll(database, 'twice', [{ address, kinds: [] }])).toEqual([0])
  await database.close()
})
