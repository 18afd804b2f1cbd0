import { Secret, TOTP } from 'otpauth'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../testing/account.ts'
import { expectAccessibleInDarkAndLight } from '../testing/axe.ts'
import { expect, test } from '../testing/test.ts'

// Rule: P-FACTOR-1, P-FACTOR-2, P-FACTOR-6, P-FACTOR-29
test('a passkey logs in without a password, and a code of an app is the second step after one', async ({
  page,
  context,
  stack,
  consoleGuard,
}) => {
  consoleGuard.allow(/401/, 'the password alone')
  const account = await createAccount(stack.url)
  // Browsers give passkeys to names, not to addresses of machines.
  const origin = stack.url.replace('127.0.0.1', 'localhost')
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  })
  const logIn = async () => {
    await page.goto(`${origin}/login`)
    await loginPage(page).logIn(account)
  }
  const logOut = () => page.getByRole('banner').getByRole('button', { name: 'Sair' }).click()
  const card = page.getByRole('region', { name: 'Verificação em duas etapas' })
  const confirm = async (name: string) => {
    await card.getByLabel('Sua senha', { exact: true }).fill(account.password)
    await card.getByRole('button', { name, exact: true }).click()
  }

  await logIn()
  await expect(page).toHaveURL(/analytics/)
  await page.goto(`${origin}/app/conta?parte=seguranca`)
  await card.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
  await card.getByLabel('Nome da chave').fill('Notebook')
  await confirm('Adicionar')
  await expect(card.getByRole('listitem').filter({ hasText: /^[a-z\d]{5}-[a-z\d]{5}$/ })).toHaveCount(10)
  await expectAccessibleInDarkAndLight(page, 'second-factor')
  await card.getByRole('button', { name: 'Guardei os códigos' }).click()
  await expect(card.getByText('Notebook')).toBeVisible()

  await logOut()
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await expect(page).toHaveURL(/analytics/)

  await page.goto(`${origin}/app/conta?parte=seguranca`)
  await card.getByRole('button', { name: 'Ligar aplicativo' }).click()
  await confirm('Continuar')
  const secret = (await card.locator('.factor-secret code').innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await card.getByLabel('Código do aplicativo').fill(totp.generate())
  await card.getByRole('button', { name: 'Ligar aplicativo' }).click()
  await expect(card.getByRole('button', { name: 'Desligar aplicativo' })).toBeVisible()

  await logOut()
  await logIn()
  await expect(page.getByRole('heading', { name: 'Verificação em duas etapas' })).toBeVisible()
  const code = page.getByLabel('Código do aplicativo')
  await expect(code).toBeFocused()
  await expectAccessibleInDarkAndLight(page, 'second-step')
  // The code of now was taken when the app was turned on; that of the next 30 s is taken, too.
  await code.fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Verificar' }).click()
  await expect(page).toHaveURL(/analytics/)
})
