import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startPostgresServer } from '@atalaia/database/testing/postgres-server'
import { messageOf } from '@atalaia/server'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)
const said = (work: Promise<{ readonly stdout: string }>) => work.then(({ stdout }) => stdout, messageOf)

// Rule: M-INSTALLATION-2
test('deploy/postgresql.sql, run twice by psql, makes users who migrate and cannot read each other', async () => {
  const server = await startPostgresServer()
  const file = join(root, 'deploy/postgresql.sql')
  const passwords = { API_PASSWORD: "it's api", GATEWAY_PASSWORD: "it's gateway", MONITOR_PASSWORD: "it's monitor" }
  for (let time = 0; time < 2; time += 1) {
    await run('psql', ['-f', file, server.url], { env: { ...process.env, ...passwords } })
  }
  const urlOf = (user: string) => server.url.replace('postgres@', `${user}@`).replace('/postgres?', '/atalaia?')
  const command = (user: string, script: string, ...words: string[]) => {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: urlOf(user),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'users-')),
    }
    return said(run(process.execPath, [join(root, script), ...words], { env }))
  }
  const query = (user: string, sql: string) => said(run('psql', ['-At', '-c', sql, urlOf(user)]))
  const [leaks, remotes] = ['leak-api/src/cli/leaks.ts', 'gateway/src/cli/remotes.ts']
  expect(await command('api', leaks, 'migrate')).toContain('The schema is up to date.')
  expect(await command('gateway', remotes, 'migrate')).toContain('The schema is up to date.')
  expect(await query('gateway', 'SELECT count(*) FROM public.account')).toContain('permission denied')
  expect(await query('api', 'SELECT count(*) FROM gateway.pointer')).toContain('permission denied')
  expect(await query('monitor', 'SELECT count(*) > 0 FROM pg_stat_activity')).toBe('t\n')
  expect(await query('monitor', 'SELECT count(*) FROM public.account')).toContain('permission denied')
  const secrets =
    "SELECT count(*) FROM pg_authid WHERE rolname IN ('api', 'gateway', 'monitor') AND rolpassword LIKE 'SCRAM%'"
  expect(await query('postgres', secrets)).toBe('3\n')
  const report = await command('gateway', remotes, 'installation')
  expect(report).toMatch(/ok {4}grants +gateway has its own schema/)
  await server.stop()
})
