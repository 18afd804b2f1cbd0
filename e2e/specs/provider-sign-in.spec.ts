import { once } from 'node:events'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { freePort, root } from '@atalaia/stack'
import { newAccount } from '../testing/account.ts'
import { expectAccessible } from '../testing/axe.ts'
import { startStack } from '../testing/stack.ts'
import { expect, test } from '../testing/test.ts'

/** A real OpenID provider, which leads back to `redirectUri`. */
const startProvider = async (redirectUri: string) => {
  const script = join(root, 'leak-api/testing/oidc-provider.mjs')
  const child = fork(script, [JSON.stringify([redirectUri])], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const [line] = await once(child.stdout ?? process.stdin, 'data')
  const [issuer]: string[] = JSON.parse(String(line))
  return { issuer: issuer ?? '', stop: () => child.kill() }
}

// Rule: P-IDENTITY-1, P-IDENTITY-3, P-IDENTITY-6
test('a person comes in by a provider’s button, and the second time without its page', async ({ page }) => {
  const origin = `http://localhost:${await freePort()}`
  const provider = await startProvider(`${origin}/api/identidade/oidc/retorno`)
  const { email } = newAccount()
  await fetch(`${provider.issuer}/-/users`, {
    method: 'PUT',
    body: JSON.stringify({ ana: { email, email_verified: true } }),
  })
  const stack = await startStack({
    PORT: new URL(origin).port,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'atalaia',
    OIDC_CLIENT_SECRET: 'atalaia-secret',
    OIDC_TITLE: 'Acme',
  })
  try {
    await page.goto(`${origin}/app/conta`)
    await expectAccessible(page, 'login with a provider')
    await page.getByRole('link', { name: 'Acme' }).click()
    await page.getByLabel('Usuário do provedor').fill('ana')
    await page.getByRole('button', { name: 'Entrar no provedor' }).click()
    await expect(page).toHaveURL(`${origin}/app/conta`)
    await expect(page.getByRole('button', { name: `Desligar Acme ${email}` })).toBeVisible()
    await expectAccessible(page, 'account with an identity')

    await page.getByRole('banner').getByRole('button', { name: 'Sair' }).click()
    await page.getByRole('link', { name: 'Acme' }).click()
    await expect(page).toHaveURL(/analytics/)
    // No address of the way has a token or a code of ours.
    await page.goBack()
    expect(page.url()).not.toMatch(/token|codigo|#./)
  } finally {
    // A report that finds its gateway gone is an error on the console.
    await page.close()
    await stack.stop()
    provider.stop()
  }
})
