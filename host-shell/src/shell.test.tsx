import type { Release } from '@atalaia/contracts'
import { Slot, useRemoteContext } from '@atalaia/react'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { openShell, plainModule, token } from './testing/open-shell.tsx'

const signedIn = () => localStorage.setItem('access_token', token())

beforeEach(() => {
  localStorage.clear()
  document.body.className = ''
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => jest.restoreAllMocks())

describe('routes', () => {
  // Rule: P-ROUTE-2
  test.each(['/app', '/app/main', '/app/dashboard/visits'])('%s leads to the analytics page', async (at) => {
    signedIn()
    const { path } = openShell({ at })
    expect(await screen.findByText('Tela Analises')).toBeVisible()
    expect(path()).toBe('/app/main/analytics')
  })

  // Rule: P-ROUTE-11
  test('an address inside /app stays where it is for a signed-in person', async () => {
    signedIn()
    openShell({ at: '/app/profile' })
    expect(await screen.findByText('Tela Profile')).toBeVisible()
  })

  // Rule: P-ROUTE-7, P-ROUTE-8
  test('without a session, /app leads to login and, after it, back', async () => {
    const { bus, path } = openShell({ at: '/app/profile' })
    expect(await screen.findByText('Tela Login')).toBeVisible()
    expect(path()).toBe('/login?next=%2Fapp%2Fprofile')
    bus.publish('login:succeeded', { kind: 'token', accessToken: token() })
    expect(await screen.findByText('Tela Profile')).toBeVisible()
  })

  // Rule: P-ROUTE-4, P-ROUTE-6
  test('an unknown path shows the 404 page with its two ways on', async () => {
    openShell({ at: '/nowhere' })
    expect(await screen.findByRole('heading', { name: 'Oops, it seems this page does not exist.' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ir para o painel' })).toHaveAttribute('href', '/app/dashboard/visits')
    expect(screen.getByRole('link', { name: 'Página principal' })).toHaveAttribute('href', '/')
  })

  // Rule: P-ROUTE-5
  test('the search box of the 404 page leads nowhere', async () => {
    const { path } = openShell({ at: '/nowhere' })
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Buscar' }), 'relatórios{Enter}')
    expect(path()).toBe('/nowhere')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Oops, it seems this page does not exist.')
  })

  // Rule: P-ROUTE-3
  test('/error shows the error page, with a link to the main page', async () => {
    openShell({ at: '/error' })
    expect(await screen.findByRole('heading', { name: 'Algo deu errado' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Página principal' })).toHaveAttribute('href', '/')
  })

  // Rule: P-ROUTE-12
  test("the document's title follows the page", async () => {
    signedIn()
    openShell({ at: '/app/profile' })
    await waitFor(() => expect(document.title).toBe('Profile · Atalaia'))
  })
})

describe('the end of a session', () => {
  // Rule: P-HEADER-3, P-SESSION-8
  test('the power icon logs out: storage is empty and login is shown', async () => {
    signedIn()
    const { path } = openShell({ at: '/app/profile' })
    await screen.findByText('Tela Profile')
    await userEvent.click(screen.getByRole('button', { name: 'Sair' }))
    expect(await screen.findByText('Tela Login')).toBeVisible()
    expect(path()).toBe('/login')
    expect(localStorage.getItem('access_token')).toBeNull()
  })

  // Rule: P-SESSION-10
  test('a session that was refused says so and remembers the page', async () => {
    signedIn()
    const { bus, path } = openShell({ at: '/app/profile' })
    await screen.findByText('Tela Profile')
    bus.publish('logout:requested', { reason: 'unauthorized' })
    expect(await screen.findByText('Sua sessão não é mais válida. Entre novamente para continuar.')).toBeVisible()
    expect(path()).toBe('/login?next=%2Fapp%2Fprofile')
  })
})

describe('a broken remote', () => {
  // Rule: P-ERROR-3, M-FAIL-1
  test('leaves the shell standing, and its panel really tries again', async () => {
    signedIn()
    let broken = true
    openShell({
      at: '/app/main/analytics',
      load: async (request) => {
        if (broken && request.descriptor.name === 'mfe-analytics') throw new Error('down')
        return plainModule(request)
      },
    })
    const panel = await screen.findByRole('alert')
    expect(panel).toHaveTextContent('Não foi possível abrir Analises')
    expect(screen.getByRole('navigation', { name: 'Principal' })).toBeVisible()
    broken = false
    await userEvent.click(within(panel).getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByText('Tela Analises')).toBeVisible()
  })

  // Rule: M-FAIL-11, M-REPORT-6
  test('that throws while rendering is replaced by the panel, and reported as failed', async () => {
    signedIn()
    let broken = true
    const Fragile = () => {
      if (broken) throw new Error('render')
      return <p>inteiro</p>
    }
    const { reports } = openShell({
      at: '/app/profile',
      load: async () => ({ activate: () => [{ id: 'profile', Component: Fragile }] }),
    })
    const panel = await screen.findByRole('alert')
    expect(reports).toMatchObject([{ remote: 'mfe-template-kit', outcome: 'failed', phase: 'render', cause: 'render' }])
    expect(localStorage.getItem('atalaia.good.mfe-template-kit')).toBe('[]')
    broken = false
    await userEvent.click(within(panel).getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByText('inteiro')).toBeVisible()
  })
})

describe('header and sidebar', () => {
  // Rule: P-HEADER-1, P-HEADER-2, P-SESSION-15
  test.each([
    ['the name and the avatar', 'ana@acme.example', { name: 'Ana', avatar: '/ana.png' }, 'Ana', '/ana.png'],
    ['the name and its first letter', 'ana@acme.example', { name: 'bia' }, 'bia', 'B'],
    ['the e-mail address and its first letter', 'ana@acme.example', {}, 'ana@acme.example', 'A'],
    ['Username where neither is known', 'conta-7', {}, 'Username', 'U'],
  ])('the user menu shows %s', async (_, sub, claims, name, avatar) => {
    localStorage.setItem('access_token', token(sub, claims))
    openShell({ at: '/app/profile' })
    const menu = await screen.findByRole('button', { name: `Menu de ${name}` })
    const shown = menu.querySelector('.shell-avatar')
    expect(shown?.getAttribute('src') ?? shown?.textContent).toBe(avatar)
  })

  // Rule: P-HEADER-5, P-HEADER-11
  test('the logo leads to /app, and the footer names the product', async () => {
    signedIn()
    openShell({ at: '/app/profile' })
    expect(await screen.findByRole('link', { name: 'Atalaia, início' })).toHaveAttribute('href', '/app')
    expect(screen.getByRole('contentinfo')).toHaveTextContent('Atalaia · Security Dashboard')
  })

  // Rule: P-TOAST-1
  test('a toast goes after 10 seconds', async () => {
    const { bus } = openShell({ at: '/nowhere' })
    await screen.findByRole('heading', { level: 1 })
    act(() => bus.publish('toast:requested', { kind: 'info', text: 'Olá' }))
    const toast = (await screen.findByText('Olá')).closest('.Toastify__toast')
    expect(toast?.querySelector('[role=progressbar]')).toHaveStyle({ animationDuration: '10000ms' })
  })

  // Rule: P-THEME-3
  test('the user menu shows the e-mail, and choosing a theme applies and stores it', async () => {
    signedIn()
    openShell({ at: '/app/profile' })
    await userEvent.click(await screen.findByRole('button', { name: 'Menu de ana@acme.example' }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Chuva' }))
    expect(document.body).toHaveClass('rain')
    expect(localStorage.getItem('theme')).toBe('rain')
  })

  test.each([
    ['a stored theme is applied', 'sky', 'sky'],
    ['an unknown one counts as dark', 'neon', 'dark'],
  ])('%s', async (_, stored, applied) => {
    localStorage.setItem('theme', stored)
    openShell({ at: '/nowhere' })
    await screen.findByRole('heading')
    expect(document.body).toHaveClass(applied)
  })

  // Rule: P-HEADER-7, M-REMOTE-1
  test('entries come from descriptors, and the active ones are marked', async () => {
    signedIn()
    openShell({ at: '/app/main/analytics' })
    const nav = await screen.findByRole('navigation', { name: 'Principal' })
    expect(within(nav).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'true')
    expect(within(nav).getByRole('link', { name: 'Analises' })).toHaveAttribute('aria-current', 'page')
  })

  // Rule: P-HEADER-4
  test('the burger opens the sidebar; Escape and a click outside close it', async () => {
    signedIn()
    openShell({ at: '/app/main/analytics' })
    const burger = await screen.findByRole('button', { name: 'Abrir menu' })
    await userEvent.click(burger)
    expect(burger).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    expect(burger).toHaveAttribute('aria-expanded', 'false')
    expect(burger).toHaveFocus()
    await userEvent.click(burger)
    await userEvent.click(screen.getByText('Tela Analises'))
    expect(burger).toHaveAttribute('aria-expanded', 'false')
  })
})

/** A page with a slot. */
const Page = () => (
  <>
    <p>Tela Analises</p>
    <Slot name="end" />
  </>
)

describe('widgets of other remotes', () => {
  const box = { id: 'box', slot: 'mfe-analytics/analytics/end', title: 'Caixa' }
  const withWidget = (release: Release): Release => ({
    ...release,
    remotes: release.remotes.map((remote) => {
      const { descriptor } = remote
      if (descriptor.name === 'mfe-template-kit') return { ...remote, descriptor: { ...descriptor, widgets: [box] } }
      if (descriptor.name !== 'mfe-analytics') return remote
      const routes = descriptor.routes.map((route) => ({ ...route, slots: ['end'] }))
      return { ...remote, descriptor: { ...descriptor, routes } }
    }),
  })
  const open = (Content: ComponentType) =>
    openShell({
      at: '/app/main/analytics',
      edit: withWidget,
      load: async (request) => ({
        activate: () => [
          ...plainModule(request)
            .activate()
            .map((route) => ({ ...route, Component: Page })),
          { id: 'box', lazy: async () => ({ Component: Content }) },
        ],
      }),
    })

  // Rule: M-REMOTE-12
  test('a widget stands in the slot of the other remote with its own context', async () => {
    signedIn()
    open(() => <p>{`Caixa de ${useRemoteContext().remote.name}`}</p>)
    expect(await screen.findByText('Caixa de mfe-template-kit')).toBeVisible()
    expect(screen.getByText('Tela Analises')).toBeVisible()
  })

  // Rule: M-REMOTE-12, M-FAIL-1
  test('a widget that throws leaves a panel in its slot, the page goes on, and another attempt shows it', async () => {
    signedIn()
    let broken = true
    const { reports } = open(() => {
      if (broken) throw new Error('no')
      return <p>Caixa</p>
    })
    expect(await screen.findByText('Não foi possível abrir Caixa')).toBeVisible()
    expect(screen.getByText('Tela Analises')).toBeVisible()
    expect(reports).toContainEqual(expect.objectContaining({ remote: 'mfe-template-kit', outcome: 'failed' }))
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(await screen.findByText('Caixa')).toBeVisible()
  })
})
