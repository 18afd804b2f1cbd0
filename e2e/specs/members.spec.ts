import { loginPage } from '../pages/login-page.ts'
import { registerPage } from '../pages/register-page.ts'
import { newAccount } from '../testing/account.ts'
import { expectAccessibleInDarkAndLight } from '../testing/axe.ts'
import { linkInOutbox } from '../testing/outbox.ts'
import { expect, test } from '../testing/test.ts'

// Rule: P-MEMBER-1, P-MEMBER-2, P-MEMBER-3, P-MEMBER-4, P-MEMBER-5, P-AUDIT-2, P-KEY-2, P-LIST-12, P-MEMBER-28
test('an owner invites a reader by mail, who sees the dashboard, adds nothing, and does as an analyst', async ({
  page,
  stack,
  browser,
}) => {
  const [owner, guest] = [newAccount(), newAccount()]
  await page.goto('/register')
  await registerPage(page).register(owner)
  await loginPage(page).logIn(owner)
  await expect(page).toHaveURL(/analytics/)
  const proof = await linkInOutbox(stack.dataDir, owner.email, '/confirmar')
  await page.goto(proof.pathname + proof.hash)
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('E-mail confirmado.')).toBeVisible()
  await page.goto('/app/organizacao?parte=pessoas')
  await page.getByLabel('E-mail da pessoa').fill(guest.email)
  await page.getByRole('button', { name: 'Convidar' }).click()
  await expect(page.getByText(/Leitor · até/)).toBeVisible()
  await expectAccessibleInDarkAndLight(page, 'people')
  await page.getByRole('link', { name: 'Integrações' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('SIEM')
  await page.getByRole('checkbox', { name: /^Consultar vazamentos/ }).check()
  await page.getByRole('button', { name: 'Criar chave' }).click()
  await expect(page.getByRole('group', { name: 'Chave nova' })).toBeFocused()
  await expectAccessibleInDarkAndLight(page, 'organisation')

  const context = await browser.newContext({ baseURL: stack.url })
  const theirs = await context.newPage()
  const link = await linkInOutbox(stack.dataDir, guest.email, '/convite')
  await theirs.goto(link.pathname + link.hash)
  await theirs.getByRole('link', { name: 'Crie uma com este e-mail' }).click()
  await registerPage(theirs).register(guest)
  await loginPage(theirs).logIn(guest)
  await theirs.getByRole('button', { name: 'Aceitar convite' }).click()
  await expect(theirs).toHaveURL(/analytics/)
  const form = theirs.getByRole('button', { name: 'Enviar Email' })
  await expect(theirs.getByRole('link', { name: 'Domínios' })).toBeVisible()
  await expect(form).toBeHidden()
  await theirs.goto('/app/main/analytics/enderecos')
  await expect(theirs.getByText('O seu papel na organização permite ler esta lista, mas não alterá-la.')).toBeVisible()
  await expect(theirs.getByText('Nenhum endereço monitorado ainda')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Adicionar vários' })).toBeHidden()
  await theirs.goto('/app/main/analytics')

  await page.goto('/app/organizacao?parte=pessoas')
  await page.getByLabel(`Papel de ${guest.email}`).selectOption('Analista')
  await expect(page.getByLabel(`Papel de ${guest.email}`)).toHaveValue('analyst')
  await theirs.reload()
  await theirs.getByLabel('Email', { exact: true }).fill('caixa@empresa.example')
  await form.click()
  await expect(theirs.getByText('Email enviado com sucesso!')).toBeVisible()

  await theirs.goto('/app/organizacao/auditoria')
  await expect(theirs.getByText(/Proprietário ou Auditor/)).toBeVisible()
  await theirs.goto('/app/main/analytics')
  await page.getByRole('link', { name: 'Auditoria' }).click()
  const log = page.getByRole('table')
  await expect(log.getByRole('row', { name: /Chave de API criada/ })).toContainText(owner.email)
  await expect(log.getByRole('row', { name: /Papel alterado papel: Leitor → Analista/ })).toContainText(guest.email)
  await expectAccessibleInDarkAndLight(page, 'audit log')
  await page.getByLabel('Ação', { exact: true }).selectOption('Endereços incluídos')
  await expect(log.getByRole('row')).toHaveCount(2)
  await expect(log).toContainText('c***@empresa.example')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar CSV' }).click()
  expect((await download).suggestedFilename()).toBe('auditoria.csv')

  await theirs.getByRole('button', { name: /^Menu de/ }).click()
  await theirs.getByRole('menuitemradio', { name: `Organização de ${guest.email}` }).click()
  await expect(theirs.getByText('caixa@empresa.example')).toBeHidden()
  await context.close()
})
