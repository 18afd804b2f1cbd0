import { analyticsPath } from '../pages/analytics-page.ts'
import { createAccount } from '../testing/account.ts'
import { expectAccessible, expectAccessibleInEachTheme } from '../testing/axe.ts'
import { writeCombo } from '../testing/combo-file.ts'
import { startNameServer } from '../testing/name-server.ts'
import { expect, test } from '../testing/test.ts'

// Rule: P-DOMAIN-1, P-DOMAIN-2, P-DOMAIN-3, P-OWN-2
test('a domain is proved at a real name server, and its addresses appear, the one that waited too', async ({
  page,
  signIn,
  startOwnStack,
}) => {
  const names = await startNameServer()
  const stack = await startOwnStack({ DNS_SERVERS: names.address, OWNERSHIP_CHECK: 'on' })
  try {
    const account = await createAccount(stack.url)
    const domain = 'acme-prova.com.br'
    const { path } = await writeCombo(['rh', 'ti'].map((name) => ({ address: `${name}@${domain}`, password: 'x1' })))
    await stack.leaksImport(path, 'fonte')
    await signIn({ token: account.token, origin: stack.url })
    await page.goto(`${stack.url}${analyticsPath}`)
    await page.getByRole('textbox', { name: 'Email' }).fill(`rh@${domain}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: `rh@${domain} Aguarda prova` })).toBeVisible()
    await page.getByRole('link', { name: 'Domínios' }).click()
    await expect(page).toHaveURL(`${stack.url}${analyticsPath}/dominios`)

    await page.getByRole('textbox', { name: 'Domínio' }).fill(domain)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Aguardando prova')).toBeVisible()
    await expectAccessibleInEachTheme(page, 'a domain that waits')
    const text = await page
      .getByText(/^atalaia-verification=/)
      .first()
      .textContent()
    await names.publish(`_atalaia.${domain}`, text ?? '')
    await page.getByRole('button', { name: `Verificar agora: ${domain}` }).click()
    await expect(page.getByText('Provado por DNS')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('link', { name: 'Ver 2 endereços' }).click()
    await expect(page.getByText('2 de 2 endereços')).toBeVisible()
    await expect(page.getByText('Aguarda prova')).toHaveCount(0)
    const field = page.getByRole('combobox', { name: 'Domínio' })
    await field.fill('nada.example')
    await page.getByRole('button', { name: 'Mostrar todos' }).click()
    await expect(field).toHaveValue('')
    await page.goto(`${stack.url}${analyticsPath}/dominios`)
    await page.getByRole('button', { name: `Remover ${domain}` }).click()
    await expectAccessible(page, 'the question before a removal')
    await page.getByRole('dialog').getByRole('button', { name: 'Remover domínio' }).click()
    await expect(page.getByText('Nenhum domínio ainda')).toBeVisible()
  } finally {
    names.stop()
  }
})
