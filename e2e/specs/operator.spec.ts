import { createAccount } from '../testing/account.ts'
import { expectAccessibleInDarkAndLight } from '../testing/axe.ts'
import { createOperator } from '../testing/operator.ts'
import { expect, test } from '../testing/test.ts'

// Rule: P-OPER-1, P-OPER-2, P-SUPPORT-1, P-SUPPORT-2, P-OPER-23
test('an operator suspends an organisation and lets it go on, and sees it from the yes of its owner to its end', async ({
  page,
  signIn,
  stack,
  consoleGuard,
  browser,
}) => {
  consoleGuard.allow(/403/, 'what a suspended organisation may not do')
  consoleGuard.allow(/401/, 'the calls of a support access that has ended')
  const operator = await createOperator(stack)
  const owner = await createAccount(stack.url)
  await signIn({ token: operator.token })
  await page.goto('/app/operador')
  const search = page.getByRole('search', { name: 'Procurar organizações' })
  await search.getByRole('searchbox').fill(owner.email)
  await search.getByRole('searchbox').press('Enter')
  await expect(page.getByText('1 organização', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Abrir Organização de ${owner.email}` }).click()
  const opened = page.getByRole('region', { name: `Organização de ${owner.email}` })
  await opened.getByRole('textbox', { name: 'Pessoas' }).fill('3')
  await opened.getByRole('button', { name: 'Salvar limites' }).click()
  await expect(opened.getByText('1 de 3 em uso')).toBeVisible()
  const people = page.getByRole('search', { name: 'Procurar pessoas' })
  await people.getByRole('searchbox').fill(owner.email)
  await people.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('button', { name: `Encerrar sessões de ${owner.email}` })).toBeVisible()
  await expectAccessibleInDarkAndLight(page, 'operator')

  await opened.getByRole('button', { name: 'Suspender' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Motivo/).fill('fatura em aberto')
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await expect(opened.getByText(/Suspensa desde .*fatura em aberto/)).toBeVisible()
  const theirs = await (await browser.newContext({ baseURL: stack.url })).newPage()
  await theirs.addInitScript((token) => localStorage.setItem('access_token', token), owner.token)
  await theirs.context().addCookies([{ name: 'token', value: '1', url: stack.url }])
  await theirs.goto('/app/conta')
  await expect(theirs.getByText(/suspensa. O motivo: fatura em aberto/)).toBeVisible()
  await opened.getByRole('button', { name: 'Terminar a suspensão' }).click()
  await dialog.getByRole('button', { name: 'Terminar a suspensão' }).click()
  await expect(opened.getByRole('button', { name: 'Suspender' })).toBeVisible()

  await opened.getByRole('button', { name: 'Pedir acesso de suporte' }).click()
  await dialog.getByLabel(/Motivo/).fill('o painel não abre')
  await dialog.getByRole('button', { name: 'Enviar o pedido' }).click()
  await expect(page.getByText(/espera resposta até/)).toBeVisible()
  await theirs.goto('/app/organizacao')
  await expect(theirs.getByText(/pede acesso de suporte/)).toBeVisible()
  await theirs.getByRole('button', { name: 'Dar acesso' }).click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Dar o acesso' }).click()
  await expect(theirs.getByText(/ativo até/)).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText(`Suporte: ${operator.email} vê os dados desta organização`)).toBeVisible()

  // The operator reads, and changes nothing.
  await page.getByRole('button', { name: /^Menu de/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Operação' })).toBeVisible()
  await page.getByRole('menuitemradio', { name: `Organização de ${owner.email}` }).click()
  await expect(page.getByText(/Você vê esta organização como suporte, só para ler/)).toBeVisible()
  await page.goto('/app/main/analytics')
  await expect(page.getByRole('heading', { name: 'Emails Monitorados' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Adicionar Email Monitorado' })).toBeHidden()

  await theirs.getByRole('button', { name: 'Encerrar' }).click()
  await theirs.getByRole('button', { name: 'Encerrar agora' }).click()
  await expect(theirs.getByText(/encerrado em/)).toBeVisible()
  // What the operator has copied is worth nothing any more.
  await page.reload()
  await expect(page).toHaveURL(/\/login/)

  await theirs.getByRole('link', { name: 'Auditoria', exact: true }).click()
  for (const act of ['encerrado', 'usado', 'concedido', 'pedido'])
    await expect(theirs.getByRole('row', { name: `Acesso de suporte ${act}` }).first()).toBeVisible()
  await theirs.context().close()
})
