import { sql } from '@atalaia/database'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { HOUR_MS } from '../clock.ts'
import { createApiMetrics } from './api-metrics.ts'

const folder = join(import.meta.dirname, '../../../../deploy/observability')
/** Metrics of Prometheus itself and of its exporters. */
const FOREIGN = ['up', 'probe_ssl_earliest_cert_expiry', 'probe_success']

onPostgres((database) => {
  const open = async (over = database()) => {
    const metrics = createApiMetrics({ database: over, dataDir: folder, backupStamp: '/none', clock: () => new Date() })
    const api = await createTestApi(database(), { metrics })
    const read = async () => (await api.app.inject('/-/metrics')).body
    return { ...api, metrics, read }
  }

  // Rule: M-METRICS-2
  test('the metrics tell imports, queues and answers, and no value of a person', async () => {
    const { app, read, metrics, importText, signUp, login } = await open()
    await importText('forum', 'ana@acme.com:secret\nrubbish\n')
    await signUp('ana@acme.com')
    await login('ana@acme.com', 'wrong')
    await login('ana@acme.com')
    await database().execute(sql`UPDATE delivery SET attempts = 1, last_failure = 'ESOCKET',
      added_at = ${new Date(Date.now() - HOUR_MS).toISOString()}`)
    metrics.attempt('mail', 'deferred')
    const lines = (await read()).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'atalaia_database_up 1',
        'atalaia_import_running 0',
        'atalaia_imports{state="finished"} 1',
        'atalaia_imports{state="unfinished"} 0',
        'atalaia_import_rows{kind="new"} 1',
        'atalaia_import_rows{kind="rejected"} 1',
        'atalaia_deliveries_failing{channel="mail"} 1',
        'atalaia_deliveries_waiting{channel="mail"} 1',
        'atalaia_deliveries_waiting{channel="webhook"} 0',
        'atalaia_delivery_attempts_total{channel="mail",outcome="deferred"} 1',
        'atalaia_api_request_seconds_count{method="POST",route="/api/login",status="200"} 1',
        'atalaia_api_request_seconds_count{method="POST",route="/api/login",status="401"} 1',
      ]),
    )
    const oldest = lines.find((line) => line.startsWith('atalaia_deliveries_oldest_seconds{channel="mail"}'))
    expect(Math.round(Number(oldest?.split(' ').at(-1)) / 60)).toBe(60)
    expect(lines.join('\n')).not.toContain('acme')
    await app.close()
  })

  // Rule: M-METRICS-2
  test('without the database, the metrics say so and guess no number', async () => {
    const gone = { ...database(), within: () => ({ ...database(), query: () => Promise.reject(new Error('gone')) }) }
    const { app, read } = await open(gone)
    const body = await read()
    expect(body).toContain('\natalaia_database_up 0\n')
    expect(body).not.toMatch(/^atalaia_(imports|import_running|deliveries_waiting)[ {]/m)
    await app.close()
  })

  // Rule: M-METRICS-1
  test('every metric of the API’s dashboard and alert rules exists', async () => {
    const { app, read } = await open()
    const known = new Set([...(await read()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    const named = readdirSync(folder)
      .filter((file) => /^(grafana-api\.json|alerts-api\.yml)$/.test(file))
      .flatMap((file) => [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /\b((?:atalaia|nodejs|process|probe)_\w+|up)(?=[{[)\s,])/g,
        ),
      ])
      .map(([, name = '']) => name.replace(/_(bucket|count|sum)$/, ''))
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((name) => !known.has(name) && !FOREIGN.includes(name))).toEqual([])
    await app.close()
  })
})
