import { executeOn, startPostgresServer } from '@atalaia/database/testing/postgres-server'
import { loginPage } from '../pages/login-page.ts'
import { createAccount, newAccount } from '../testing/account.ts'
import { expectAccessibleInDarkAndLight } from '../testing/axe.ts'
import { startStack } from '../testing/stack.ts'
import { expect, test } from '../testing/test.ts'

// Rule: P-SESSION-28, P-SESSION-29, P-SESSION-30
test('ten minutes after the login a page asks who is there, by password or passkey, and then does what was asked of it', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.allow(/403/, 'a change before its proof')
  consoleGuard.allow(/422/, 'a wrong password')
  consoleGuard.allow(/401/, 'calls with the token from before the other sessions ended')
  // In a database that the test reaches beside the platform.
  const server = await startPostgresServer()
  const database = await server.createDatabase()
  const stack = await startStack({ DATABASE_URL: database })
  try {
    const [owner, guest] = [await createAccount(stack.url), await createAccount(stack.url)]
    await executeOn(database, 'UPDATE account SET mailbox_proved_at = now()')
    await executeOn(
      database,
      `INSERT INTO membership (account_id, organisation_id, role, since)
       SELECT guest.id, owner.organisation_id, 'reader', now() FROM account AS guest, account AS owner
       WHERE guest.email = '${guest.email}' AND owner.email = '${owner.email}'`,
    )
    const growOld = () =>
      executeOn(
        database,
        `UPDATE session SET created_at = created_at - interval '11 minutes', proved_at = proved_at - interval '11 minutes'`,
      )
    // Browsers give passkeys to names, not to addresses of machines.
    const origin = stack.url.replace('127.0.0.1', 'localhost')
    const devices = await context.newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    })
    await page.goto(`${origin}/login`)
    await loginPage(page).logIn(owner)
    await expect(page).toHaveURL(/analytics/)
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })

    await page.goto(`${origin}/app/organizacao?parte=pessoas`)
    const role = page.getByLabel(`Papel de ${guest.email}`)
    await expect(role).toHaveValue('reader')
    await growOld()
    await role.selectOption('Analista')
    await expect(dialog.getByLabel('A sua senha')).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Usar chave de acesso' })).toBeHidden()
    await expectAccessibleInDarkAndLight(page, 'proof')
    await page.keyboard.type('errada')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('A senha atual não confere.')).toBeVisible()
    await dialog.getByLabel('A sua senha').fill(owner.password)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(role).toHaveValue('analyst')
    await page.reload()
    await expect(role).toHaveValue('analyst')

    await page.goto(`${origin}/app/conta?parte=seguranca`)
    const card = page.getByRole('region', { name: 'Verificação em duas etapas' })
    await card.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
    await card.getByLabel('Nome da chave').fill('Notebook')
    await card.getByLabel('Sua senha', { exact: true }).fill(owner.password)
    await card.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await card.getByRole('button', { name: 'Guardei os códigos' }).click()

    await page.goto(`${origin}/app/organizacao?parte=pessoas`)
    const [field, invite] = [page.getByLabel('E-mail da pessoa'), page.getByRole('button', { name: 'Convidar' })]
    const invited = newAccount().email
    await field.fill(invited)
    await growOld()
    await invite.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Nada foi feito: falta confirmar que é você.')).toBeVisible()
    await expect(field).toHaveValue(invited)
    await invite.click()
    await dialog.getByRole('button', { name: 'Usar chave de acesso' }).click()
    await expect(page.getByText(/Leitor · até/)).toBeVisible()
    await expect(dialog).toBeHidden()
  } finally {
    await page.close()
    await stack.stop()
    await server.stop()
  }
})
