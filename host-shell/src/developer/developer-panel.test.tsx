import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openShell, plainModule, token, type ShellOptions } from '../testing/open-shell.tsx'

const shortcut = '{Control>}{Shift>}[Period]{/Shift}{/Control}'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('access_token', token())
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => jest.restoreAllMocks())

type Load = ShellOptions['load']

const createPending = () => {
  const waiting: ((reason: Error) => void)[] = []
  return {
    load: () => new Promise<unknown>((_resolve, reject) => void waiting.push(reject)),
    fail: (reason: Error) => waiting.forEach((reject) => reject(reason)),
  }
}

const openFor = async (developer: boolean, load: Load = async (request) => plainModule(request)) => {
  const shell = openShell({ at: '/app/main/analytics', edit: (release) => ({ ...release, developer }), load })
  await screen.findByText('Tela Analises')
  return shell
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

test('closed by its button, it gives the focus back', async () => {
  await openFor(true)
  const link = screen.getByRole('button', { name: 'Sair' })
  link.focus()
  await userEvent.keyboard(shortcut)
  const panel = await screen.findByRole('dialog')
  await userEvent.click(within(panel).getByRole('button', { name: 'Fechar painel' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(link).toHaveFocus()
})

test('it says what had failed before it was opened', async () => {
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

test('a remote that fails while the panel is open shows up in it', async () => {
  const kit = createPending()
  const { router } = await openFor(true, async (request) =>
    request.descriptor.name === 'mfe-template-kit' ? kit.load() : plainModule(request),
  )
  await userEvent.keyboard(shortcut)
  const panel = await screen.findByRole('dialog')
  act(() => void router.navigate('/app/profile'))
  await waitFor(() =>
    expect(within(panel).getByRole('row', { name: /mfe-template-kit/ })).toHaveTextContent('carregando'),
  )
  expect(panel).toHaveTextContent('Nenhuma falha nesta página.')
  kit.fail(new Error('down'))
  await waitFor(() => expect(panel).toHaveTextContent('mfe-template-kit 1.0.0: module: down'))
})

// Rule: M-OVERRIDE-6
test('a page whose release does not allow it has no panel', async () => {
  await openFor(false)
  await userEvent.keyboard(shortcut)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
