import { sql } from '@atalaia/database'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { onPostgres } from '../../testing/each-database.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { createDemoAccount, prepareDemoAccount } from './demo-account.ts'
import { loginAnswerSchema } from '@atalaia/contracts'

onPostgres((database) => {
  test('the first start makes an account with months of data behind it, and the next gives the same one', async () => {
    const api = await createTestApi(database())
    const demo = await createDemoAccount(api.tools)
    expect(await createDemoAccount(api.tools)).toEqual(demo)
    expect(statSync(join(api.tools.dataDir, 'demo-account.json')).mode & 0o777).toBe(0o600)

    const answer = await api.login(demo?.email ?? '', demo?.password)
    const token = loginAnswerSchema.parse(answer.json()).access_token
    const runs: { data_analise: string; total_vazamentos: number }[] = (
      await api.get('/clientes/me/analises', token)
    ).json()
    expect(runs.length).toBeGreaterThanOrEqual(13)
    expect(new Set(runs.map(({ data_analise }) => data_analise.slice(0, 7))).size).toBeGreaterThanOrEqual(3)
    const totals = runs.map(({ total_vazamentos }) => total_vazamentos)
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))

    expect((await api.get('/emails', token)).json()).toHaveLength(24)
    const summary = (await api.get('/dashboard/resumo', token)).json()
    expect(summary.top_3_vazamentos_email).toHaveLength(3)
    expect(summary.ultimos_3_relatorios).toHaveLength(3)
    expect(summary.cobertura.fontes).toBe(15)
  })

  // Rule: M-NUM-14
  test('invented sources do not count as covered for anybody else', async () => {
    const api = await createTestApi(database())
    await createDemoAccount(api.tools)
    const token = await api.tokenOf('ana@acme.com')
    expect((await api.get('/dashboard/resumo', token)).json().cobertura).toEqual({ fontes: 0 })
  })

  test('a database that has accounts already gets none', async () => {
    const api = await createTestApi(database())
    await api.signUp('ana@acme.com')
    expect(await createDemoAccount(api.tools)).toBeUndefined()
  })

  test('what a start that was cut off has left is made anew', async () => {
    const api = await createTestApi(database())
    const stopped = { ...api.tools, dataDir: '/dev/null/nowhere' }
    await expect(createDemoAccount(stopped)).rejects.toThrow('demo-account.json')
    const demo = await createDemoAccount(api.tools)
    expect((await api.login(demo?.email ?? '', demo?.password)).statusCode).toBe(200)
  })

  // Rule: M-PRIVACY-6
  test('a start in production takes it away: its login fails and its leaks are gone', async () => {
    const api = await createTestApi(database())
    const demo = await prepareDemoAccount(api.tools, { production: false, demoAccount: true })
    expect((await api.login(demo?.email ?? '', demo?.password)).statusCode).toBe(200)
    expect(await prepareDemoAccount(api.tools, { production: true, demoAccount: false })).toBeUndefined()
    expect((await api.login(demo?.email ?? '', demo?.password)).statusCode).toBe(401)
    expect(await database().execute(sql`SELECT 1 FROM leak`)).toBe(0)
  })
})
