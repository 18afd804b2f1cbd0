import { OTHER_BROWSERS } from '../../../lab/testing/other-browsers/open-tab.ts'
import { expect, test } from '../../testing/embedding/portals.ts'

for (const [browser, openTab] of Object.entries(OTHER_BROWSERS)) {
  // Rule: P-ACCESS-11
  test(`in ${browser} a portal shows the numbers of its organisation, and takes a new address`, async ({ portals }) => {
    const inside = 'atalaia-analytics'
    const address = `${browser.toLowerCase().replace(' ', '-')}@portal.example`
    const tab = await openTab()
    try {
      await tab.open(`${portals.urlOf('html')}/`)
      await tab.see({ role: 'region', name: 'Total de Vazamentos', inside }, 'vazamento')
      await tab.see({ role: 'columnheader', name: 'Senhas Vazadas', inside })
      await tab.type({ label: 'Email', inside }, address)
      await tab.click({ role: 'button', name: 'Enviar Email', inside })
      await tab.see({ role: 'region', name: 'Adicionar Email Monitorado', inside }, 'Email enviado com sucesso!')
      expect(tab.messages).toEqual([])
    } finally {
      await tab.close()
    }
  })
}
