import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openShell, plainModule, token } from '../testing/open-shell.tsx'

const shortcut = '{Control>}{Shift>}[Period]{/Shift}{/Control}'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('access_token', token())
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => jest.restoreAllMocks())

const openFor = async (developer: boolean) => {
  openShell({
    at: '/app/main/analytics',
    edit: (release) => ({ ...release, developer }),
    load: async (request) => {
      if (request.descriptor.name === 'mfe-template-kit') throw new Error('down')
      return plainModule(request)
    },
  })
  await screen.findByText('Tela Analises')
}

// Rule: M-OVERRIDE-6
test('the shortcut opens it with the state and times of each remote, and closes it again', async () => {
  await openFor(true)
  await userEvent.keyboard(shortcut)
  const panel = await screen.findByRole('dialog', { name: 'Painel de desenvolvimento' })
  const row = (name: string) => within(panel).getByRole('row', { name: new RegExp(name) })
  expect(row('mfe-analytics')).toHaveTextContent(/1\.0\.0.*release.*pronto.*entry script \d+ ms · activate \d+ ms/)
  expect(row('mfe-landing')).toHaveTextContent(/não carregado.*—/)
  expect(panel).toHaveTextContent('Nenhuma falha nesta página.')
  await userEvent.keyboard(shortcut)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('it says what failed, and gives the focus back when it is closed', async () => {
  await openFor(true)
  const link = screen.getByRole('button', { name: 'Sair' })
  link.focus()
  await userEvent.keyboard(shortcut)
  const panel = await screen.findByRole('dialog')
  await userEvent.click(within(panel).getByRole('button', { name: 'Fechar painel' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(link).toHaveFocus()
})

test('a remote that fails while the panel is open shows up in it', async () => {
  openShell({
    at: '/app/profile',
    edit: (release) => ({ ...release, developer: true }),
    load: () => Promise.reject(new Error('down')),
  })
  await screen.findByRole('alert')
  await userEvent.keyboard(shortcut)
  const panel = await screen.findByRole('dialog')
  expect(panel).toHaveTextContent('mfe-template-kit 1.0.0: module: down')
})

// Rule: M-OVERRIDE-6
test('a page whose release does not allow it has no panel', async () => {
  await openFor(false)
  await userEvent.keyboard(shortcut)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
