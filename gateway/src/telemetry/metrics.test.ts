import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBuild } from '../../testing/archives.ts'
import { publishBuild } from '../../testing/published.ts'
import { createPromoted, NAME, newBrowser } from '../../testing/reporting-browsers.ts'

const folder = join(import.meta.dirname, '../../../deploy/observability')
const OF_PROMETHEUS = ['up']

// Rule: M-METRICS-1, M-REPORT-10
test('every metric of dashboards and alert rules is one of the gateway’s, which count calls of served versions and answers', async () => {
  const { app, token, close } = await createPromoted()
  await publishBuild(app, token, createBuild(NAME, '1.2.0'))
  const cookie = await newBrowser(app)
  const calls = [
    { remote: NAME, version: '1.1.0', made: 5, failed: 9 },
    { remote: NAME, version: '1.2.0', made: 5, failed: 1 },
    { remote: 'mfe-invented', version: '1.0.0', made: 5, failed: 1 },
  ]
  const answer = await app.inject({ method: 'POST', url: '/-/reports', headers: { cookie }, payload: { calls } })
  expect(answer.statusCode).toBe(204)
  const { body } = await app.inject('/-/metrics')
  expect(body.split('\n').filter((line) => line.startsWith('atalaia_calls_total{'))).toEqual([
    `atalaia_calls_total{remote="${NAME}",version="1.1.0",outcome="ok"} 0`,
    `atalaia_calls_total{remote="${NAME}",version="1.1.0",outcome="failed"} 5`,
  ])
  expect(body).toContain('atalaia_request_seconds_count{kind="page",status="2xx"}')

  const known = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const named = readdirSync(folder)
    .filter((file) => /^(grafana-(?!api).*\.json|alerts\.yml)$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/\b((?:atalaia|nodejs|process)_\w+|up)(?=[{[)\s,])/g),
    ])
    .map(([, name = '']) => name.replace(/_(bucket|count|sum)$/, ''))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !known.has(name) && !OF_PROMETHEUS.includes(name))).toEqual([])
  await close()
})
