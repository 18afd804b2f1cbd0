import { loginPage } from '../pages/login-page.ts'
import { registerPage } from '../pages/register-page.ts'
import { newAccount } from '../testing/account.ts'
import { expectAccessibleInDarkAndLight } from '../testing/axe.ts'
import { linkInOutbox } from '../testing/outbox.ts'
import { expect, test } from '../testing/test.ts'

// Rule: P-ACCOUNT-1, P-ACCOUNT-2, P-ACCOUNT-4
test('a mailbox is confirmed, a forgotten password replaced and another one chosen, by the mails that are sent', async ({
  page,
  browser,
  stack,
  consoleGuard,
}) => {
  consoleGuard.allow(/401|422/, 'the old password, and a link that was used')
  const account = newAccount()
  const linkIn = (path: string) => linkInOutbox(stack.dataDir, account.email, path)
  const open = async ({ pathname, hash }: URL) => page.goto(pathname + hash)

  await page.goto('/register')
  await registerPage(page).register(account)
  await loginPage(page).logIn(account)
  await page.getByRole('button', { name: /^Menu de/ }).click()
  await page.getByRole('menuitem', { name: 'Conta' }).click()
  await expect(page.getByText(/ainda não confirmado/)).toBeVisible()
  await expectAccessibleInDarkAndLight(page, 'account')

  // In a browser that is not in the account.
  const elsewhere = await (await browser.newContext({ baseURL: stack.url })).newPage()
  const { pathname, hash } = await linkIn('/confirmar')
  await elsewhere.goto(pathname + hash)
  await elsewhere.getByRole('button', { name: 'Confirmar' }).click()
  await elsewhere.getByLabel('Senha da conta', { exact: true }).fill(account.password)
  await expect(elsewhere.getByRole('link', { name: 'Não criei esta conta' })).toBeVisible()
  await expectAccessibleInDarkAndLight(elsewhere, 'confirmation elsewhere')
  await elsewhere.getByRole('button', { name: 'Confirmar' }).click()
  await expect(elsewhere.getByText('E-mail confirmado.')).toBeVisible()
  await elsewhere.context().close()
  await page.goto('/app/conta')
  await expect(page.getByText('E-mail confirmado.')).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: 'Sair' }).click()
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await page.getByLabel('Email').fill(account.email)
  await expectAccessibleInDarkAndLight(page, 'recovery')
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByText(/^Se há uma conta/)).toBeVisible()
  const link = await linkIn('/redefinir')
  await open(link)
  const choose = async (password: string) => {
    await page.getByLabel('Senha nova', { exact: true }).fill(password)
    await page.getByLabel('Confirmar senha nova', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Trocar senha' }).click()
  }
  const second = `${account.password}-2`
  await choose(second)
  await expect(page).toHaveURL('/login')
  await loginPage(page).logIn(account)
  await expect(page.getByText('Usuário ou senha incorretos.')).toBeVisible()
  await open(link)
  await choose(`${account.password}-3`)
  await expect(page.getByText(/já foi usado/)).toBeVisible()

  await page.goto('/login')
  await loginPage(page).logIn({ ...account, password: second })
  await expect(page).toHaveURL(/analytics/)
  await page.goto('/app/conta?parte=seguranca')
  await page.getByRole('button', { name: 'Alterar senha' }).click()
  await page.getByLabel('Senha atual', { exact: true }).fill(second)
  await choose(`${account.password}-4`)
  await expect(page.getByText('Senha trocada. As outras sessões terminaram.')).toBeVisible()
  await page.goto('/app/conta')
  await expect(page.getByText('E-mail confirmado.')).toBeVisible()
})
