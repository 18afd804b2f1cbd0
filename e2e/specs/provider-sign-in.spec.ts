import { once } from 'node:events'
import { fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, root } from '@atalaia/stack'
import { createAccount, newAccount } from '../testing/account.ts'
import { expectAccessible } from '../testing/axe.ts'
import { textInOutbox } from '../testing/outbox.ts'
import type { Stack } from '../testing/stack.ts'
import { expect, test } from '../testing/test.ts'

const startProvider = async (script: string, ...args: string[]) => {
  const child = fork(join(root, 'leak-api/testing', script), args, {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const [line] = await once(child.stdout ?? process.stdin, 'data')
  const told: unknown = JSON.parse(String(line))
  return { told: Object(told), stop: () => child.kill() }
}
const tell = (provider: string, path: string, body: string) => fetch(`${provider}/-/${path}`, { method: 'PUT', body })

const connectCompany = async ({ url, dataDir, leaks }: Stack, saml: { origin: string; metadata: string }) => {
  const { email, token } = await createAccount(url)
  const post = (path: string, body: object) =>
    fetch(`${url}/api/dominios${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const dominio = email.split('@')[1] ?? ''
  const domain = { dominio, caixa: 'hostmaster' }
  await post('', { dominio })
  await post('/codigo', domain)
  const code = await textInOutbox(dataDir, `hostmaster@${dominio}`, /(?<=digo: )[a-z\d]{5}-[a-z\d]{5}/)
  await post('/confirmacao', { ...domain, codigo: code })
  const file = join(dataDir, 'metadata.xml')
  await writeFile(file, saml.metadata)
  const options = ['--account', email, '--metadata', file, '--trust-addresses', '--title', 'Diretório', '--json']
  const { metadata } = JSON.parse(await leaks('identity', 'set', dominio, ...options))
  await tell(saml.origin, 'sp', await (await fetch(`${url}${metadata}`)).text())
}

// Rule: P-IDENTITY-1, P-IDENTITY-3, P-IDENTITY-6, P-IDENTITY-12, P-IDENTITY-14
test('a person comes in by a provider’s button, the second time without its page, and a colleague by SAML', async ({
  page,
  startOwnStack,
}) => {
  const origin = `http://localhost:${await freePort()}`
  const provider = await startProvider('oidc-provider.mjs', JSON.stringify([`${origin}/api/identidade/oidc/retorno`]))
  const saml = await startProvider('saml-provider.mjs')
  const [issuer] = provider.told
  const [{ email }, colleague] = [newAccount(), newAccount()]
  await tell(issuer, 'users', JSON.stringify({ ana: { email, email_verified: true } }))
  await tell(saml.told.origin, 'users', JSON.stringify({ bia: { email: colleague.email } }))
  const stack = await startOwnStack({
    PORT: new URL(origin).port,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'atalaia',
    OIDC_CLIENT_SECRET: 'atalaia-secret',
    OIDC_TITLE: 'Acme',
  })
  try {
    await page.goto(`${origin}/app/conta?parte=seguranca`)
    await expectAccessible(page, 'login with a provider')
    await page.getByRole('link', { name: 'Acme' }).click()
    await page.getByLabel('Usuário do provedor').fill('ana')
    await page.getByRole('button', { name: 'Entrar no provedor' }).click()
    await expect(page).toHaveURL(`${origin}/app/conta?parte=seguranca`)
    await expect(page.getByRole('button', { name: `Desligar Acme ${email}` })).toBeVisible()
    await expectAccessible(page, 'account with an identity')

    await page.getByRole('banner').getByRole('button', { name: 'Sair' }).click()
    await page.getByRole('link', { name: 'Acme' }).click()
    await expect(page).toHaveURL(/analytics/)
    // No address of the way has a token or a code of ours.
    await page.goBack()
    expect(page.url()).not.toMatch(/token|codigo|#./)

    await connectCompany(stack, saml.told)
    await page.goto(`${origin}/app/conta`)
    await page.getByRole('banner').getByRole('button', { name: 'Sair' }).click()
    await page.goto(`${origin}/entrar/empresa?next=${encodeURIComponent('/app/organizacao?parte=pessoas')}`)
    await page.getByLabel('Email').fill(colleague.email)
    await page.getByRole('button', { name: 'Continuar' }).click()
    // Its page is another site's, which has the browser bring the answer by POST.
    await page.getByLabel('Usuário do provedor').fill('bia')
    await page.getByRole('button', { name: 'Entrar no provedor' }).click()
    await expect(page.getByRole('row', { name: colleague.email })).toContainText('Leitor')
  } finally {
    provider.stop()
    saml.stop()
  }
})
