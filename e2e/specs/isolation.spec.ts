import { analysesSchema, monitoredEmailsSchema, summarySchema } from '@atalaia/contracts'
import { createAccount, type SignedInAccount } from '../testing/account.ts'
import { writeCombo } from '../testing/combo-file.ts'
import { expect, test } from '../testing/test.ts'

// Rule: M-PRIVACY-3
test('a second organisation sees nothing of the first, by any call and any id', async ({ stack }) => {
  const address = `vitima-${Date.now()}@primeira.example`
  const [first, second] = await Promise.all([createAccount(stack.url), createAccount(stack.url)])
  const call = (account: SignedInAccount, path: string, init: RequestInit = {}) =>
    fetch(new URL(path, `${stack.url}/api/`), {
      ...init,
      headers: { Authorization: `Bearer ${account.token}`, 'Content-Type': 'application/json', ...init.headers },
    })
  const json = async (account: SignedInAccount, path: string): Promise<unknown> => (await call(account, path)).json()

  const { path } = await writeCombo(
    [address, `outra-${address}`].map((each) => ({ address: each, password: 'segredo-1' })),
  )
  await stack.leaksImport(path, 'fonte-isolada')
  for (const email of [address, `outra-${address}`])
    expect((await call(first, 'emails', { method: 'POST', body: JSON.stringify({ email }) })).ok).toBe(true)

  const owned = monitoredEmailsSchema.parse(await json(first, 'emails')).find(({ email }) => email === address)
  const [report, otherReport] = summarySchema.parse(await json(first, 'dashboard/resumo')).ultimos_3_relatorios
  if (!owned || !report || !otherReport) throw new Error('the first organisation lacks an address or a report')

  expect(monitoredEmailsSchema.parse(await json(second, 'emails'))).toEqual([])
  expect(analysesSchema.parse(await json(second, 'clientes/me/analises'))).toEqual([])
  expect(summarySchema.parse(await json(second, 'dashboard/resumo'))).toMatchObject({
    total_vazamentos: { numero_vazamentos: 0, numero_senhas_vazadas: 0 },
    top_3_vazamentos_email: [],
    top_3_vazamentos_senha: [],
    ultimos_3_relatorios: [],
  })

  // The address of a report is signed: without its signature, or with that of another report, it opens for nobody.
  const signed = new URL(report.url, stack.url)
  expect((await fetch(signed)).status).toBe(200)
  expect((await call(second, signed.pathname)).status).toBe(403)
  const other = new URL(otherReport.url, stack.url)
  expect(other.pathname).not.toBe(signed.pathname)
  other.search = signed.search
  expect((await fetch(other)).status).toBe(403)

  for (const id of [owned.id, '1', '2']) {
    for (const guess of [`emails/${id}`, `emails?id=${id}`, `clientes/${id}/analises`, `dashboard/resumo?id=${id}`]) {
      const body = await (await call(second, guess)).text()
      expect(body, guess).not.toContain(address)
    }
  }
  // The same address can be watched by both; each sees its own row alone.
  expect((await call(second, 'emails', { method: 'POST', body: JSON.stringify({ email: address }) })).ok).toBe(true)
  const seconds = monitoredEmailsSchema.parse(await json(second, 'emails'))
  expect(seconds.map(({ id }) => id)).not.toContain(owned.id)
})

// Rule: P-API-7
test('a call without a token, or with a forged one, is answered with 401', async ({ stack, account }) => {
  const forged = account.token.replace(/\.[^.]*$/, '.AAAA')
  for (const path of ['emails', 'clientes/me/analises', 'dashboard/resumo']) {
    const address = `${stack.url}/api/${path}`
    expect((await fetch(address)).status).toBe(401)
    expect((await fetch(address, { headers: { Authorization: `Bearer ${forged}` } })).status).toBe(401)
  }
})
