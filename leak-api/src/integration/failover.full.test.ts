import { startPostgresPair } from '@atalaia/database/testing/postgres-pair'
import { until } from '@atalaia/database/testing/until'
import { killServers, newDataDir, startServer } from '../../testing/process.ts'

afterEach(killServers)

const PASSWORD = 'uma senha bem longa'
const SIGN_UPS = 5

// Threat: T-DB-9
// Rule: M-FAIL-22
test('of two PostgreSQL servers one is killed: every account that was answered exists, and new ones are taken', async () => {
  const pair = await startPostgresPair()
  const server = startServer(newDataDir(), { DATABASE_URL: await pair.createDatabase(), TRUST_PROXY: 'loopback' })
  const { url } = await server.listening
  let calls = 0
  const post = (path: string, type: string, body: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, 'x-forwarded-for': `10.0.${(calls += 1) % 250}.7` },
      body,
    })
  const statuses = new Set<number>()
  const answered: string[] = []
  const signUp = async () => {
    const email = `person${calls}@company${calls}.com`
    const { status } = await post('/api/auth/signup', 'application/json', JSON.stringify({ email, password: PASSWORD }))
    statuses.add(status)
    if (status === 201) answered.push(email)
    return status
  }

  while (answered.length < SIGN_UPS) await signUp()
  await pair.killPrimary()
  expect(await signUp()).toBe(503)
  await pair.promoteStandby()
  await until('accounts are taken again', async () => (await signUp()) === 201)
  expect([...statuses].toSorted()).toEqual([201, 503])
  for (const username of answered) {
    const form = new URLSearchParams({ username, password: PASSWORD }).toString()
    expect((await post('/api/login', 'application/x-www-form-urlencoded', form)).status).toBe(200)
  }
  expect(await server.kill('SIGTERM')).toBe(0)
  await pair.stop()
})
