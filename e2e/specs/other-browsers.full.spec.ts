import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { newAccount } from '../testing/account.ts'
import { writeCombo } from '../testing/combo-file.ts'
import { OTHER_BROWSERS } from '../../lab/testing/other-browsers/open-tab.ts'
import { expect, test } from '../testing/test.ts'

for (const [browser, openTab] of Object.entries(OTHER_BROWSERS)) {
  // Rule: P-ACCESS-11
  test(`in ${browser} one goes from a new account to the numbers of a leak, and out again`, async ({ stack }) => {
    const account = newAccount()
    const address = `contato@${account.email.split('@')[0]}.example`
    const { path } = await writeCombo(['um', 'dois', 'três'].map((password) => ({ address, password })))
    await stack.leaksImport(path, 'vazamento-de-navegadores')

    const tab = await openTab()
    try {
      await tab.open(`${stack.url}${PRODUCT_ROUTES.landing}`)
      await tab.see({ role: 'heading', name: 'Saiba quais contas da sua empresa vazaram.' })
      await tab.open(`${stack.url}${PRODUCT_ROUTES.login}`)
      await tab.click({ role: 'link', name: 'Solicite acesso' })
      await tab.type({ label: 'Email' }, account.email)
      await tab.type({ label: 'Password' }, account.password)
      await tab.type({ label: 'Confirm Password' }, account.password)
      await tab.click({ role: 'button', name: 'Register' })
      await tab.arrive(PRODUCT_ROUTES.login)
      await tab.type({ label: 'Senha' }, account.password)
      await tab.click({ role: 'button', name: 'Login' })
      await tab.arrive(PRODUCT_ROUTES.analytics)
      await tab.see({ role: 'heading', name: 'Analises - Ativos Empresariais' })
      await tab.see({ role: 'region', name: 'Total de Vazamentos' }, '0')
      await tab.type({ label: 'Email' }, address)
      await tab.click({ role: 'button', name: 'Enviar Email' })
      await tab.see({ role: 'rowheader', name: address })
      await tab.see({ role: 'cell', name: '1' })
      await tab.see({ role: 'cell', name: '3' })
      await tab.see({ role: 'region', name: 'Total de Vazamentos' }, '3')
      await tab.click({ role: 'button', name: 'Ver como tabela' })
      await tab.see({ role: 'region', name: 'Ultimos 3 meses' }, 'Senhas')
      await tab.click({ role: 'button', name: 'Sair' })
      await tab.arrive(PRODUCT_ROUTES.login)
      expect(tab.messages).toEqual([])
    } finally {
      await tab.close()
    }
  })
}
