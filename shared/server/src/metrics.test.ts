import { openPostgres } from '@atalaia/database'
import { createTestDatabase } from '@atalaia/database/testing/test-database'
import fastify from 'fastify'
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetricsRegistry, measureConnections, measureDisk, metricsRoute } from './metrics.ts'

const open = (token?: string) => {
  const app = fastify()
  app.setSerializerCompiler(() => String)
  metricsRoute(app, createMetricsRegistry(), token)
  const ask = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    (await app.inject({ url: '/-/metrics', headers, remoteAddress })).statusCode
  return { ask }
}

// Rule: M-REPORT-4
test('only this machine, without a proxy, reads metrics; with a token only the token does', async () => {
  const own = open()
  expect(await own.ask()).toBe(200)
  expect(await own.ask({ 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  expect(await own.ask({}, '203.0.113.7')).toBe(404)
  const guarded = open('right')
  expect(await guarded.ask()).toBe(404)
  expect(await guarded.ask({ authorization: 'Bearer wrong' }, '203.0.113.7')).toBe(404)
  expect(await guarded.ask({ authorization: 'Bearer right' }, '203.0.113.7')).toBe(200)
})

const valueOf = (text: string, series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1)?.replace('+Inf', 'Infinity'))
}

// Rule: M-METRICS-3
test('the metrics tell the room of the data folder and the age of the last backup', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'metrics-'))
  const backupStamp = join(dataDir, 'stamp')
  const registry = createMetricsRegistry()
  measureDisk(registry, { dataDir, backupStamp })
  const before = await registry.metrics()
  expect(valueOf(before, 'atalaia_backup_age_seconds')).toBe(Number.POSITIVE_INFINITY)
  expect(valueOf(before, 'atalaia_disk_free_bytes')).toBeGreaterThan(0)
  writeFileSync(backupStamp, '')
  const anHourAgo = new Date(Date.now() - 3_600_000)
  utimesSync(backupStamp, anHourAgo, anHourAgo)
  const age = valueOf(await registry.metrics(), 'atalaia_backup_age_seconds') ?? 0
  expect(Math.round(age / 60)).toBe(60)
})

// Rule: M-METRICS-2
test('a call that waits for a connection is counted, with the connections in use', async () => {
  const database = await openPostgres(await createTestDatabase(), 1)
  const registry = createMetricsRegistry()
  measureConnections(registry, database)
  await database
    .transaction(async () => {
      const waiting = database.script('SELECT 1')
      const text = await registry.metrics()
      expect(valueOf(text, 'atalaia_database_connections{state="in-use"}')).toBe(1)
      expect(valueOf(text, 'atalaia_database_connections{state="waiting"}')).toBe(1)
      return { waiting }
    })
    .then(({ waiting }) => waiting)
  const text = await registry.metrics()
  expect(valueOf(text, 'atalaia_database_wait_seconds_total')).toBeGreaterThan(0)
  expect(valueOf(text, 'atalaia_database_connections{state="in-use"}')).toBe(0)
  await database.close()
})
