import { expectAccessibleInDarkAndLight } from '../../testing/axe.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { expect, test } from '../../testing/shipping-test.ts'

const name = 'mfe-auth'

// Rule: M-CONSOLE-5
test('by keyboard alone a team promotes a version and finds it in the history, and an operator is asked for a freeze', async ({
  page,
  shipping,
  signIn,
}) => {
  const { url, remotes, publish } = shipping
  const { keyboard } = page
  const makeToken = async () => (await remotes(['token', 'create', name])).split('\n')[1] ?? ''
  const makeKey = async () => {
    await remotes(['people', 'add', 'rui@example.com', '--operator'])
    return (await remotes(['people', 'key', 'rui@example.com', '--ends', '1h'])).split('\n')[1] ?? ''
  }
  const [token, key] = await Promise.all([makeToken(), makeKey(), publish(name, '1.1.0')])
  await signIn({ origin: url })
  await page.goto(`${url}/app/console`)
  const field = page.getByLabel('Chave de publicação')
  const dialog = page.getByRole('dialog')
  const press = async (label: string) => {
    await tabTo(page.getByRole('button', { name: label, exact: true }))
    await keyboard.press('Enter')
  }

  await tabTo(field)
  await keyboard.type(token)
  await keyboard.press('Enter')
  await press(name)
  await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
  await press('Promover 1.1.0')
  await expect(dialog.getByText('O portão não tem nada contra.')).toBeVisible()
  await expectAccessibleInDarkAndLight(page, 'the question')
  await tabTo(dialog.getByLabel('Em passos, enquanto for bem'))
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await tabTo(dialog.getByLabel('Motivo (opcional)'))
  await keyboard.type('a tela nova')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const history = page.getByRole('region', { name: 'Histórico' })
  await expect(history.getByText('1.1.0 para todos')).toBeVisible()
  await expect(history.getByText('a tela nova')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Congelar promoções' })).toHaveCount(0)

  // What stands before the heading, where the focus is, is reached backwards.
  await page.getByRole('button', { name: 'Esquecer a chave' }).focus()
  await keyboard.press('Enter')
  await expect(field).toBeFocused()
  await keyboard.type(key)
  await keyboard.press('Enter')
  await press('Congelar promoções')
  await expectAccessibleInDarkAndLight(page, 'the question of a freeze')
  await keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Congelar promoções' })).toBeFocused()
})
