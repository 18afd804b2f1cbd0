import type { Mount, Release, ReleaseRemote, ScreenContext } from '@atalaia/contracts'
import type { LoadRequest } from '@atalaia/kernel'
import { testDescriptor } from '@atalaia/kernel/testing'
import { Slot, useRemoteContext } from '@atalaia/react'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState, type ComponentType } from 'react'
import { openShell, plainModule, token } from './testing/open-shell.tsx'

const signedIn = () => localStorage.setItem('access_token', token())
const tokenIn = (org: string, email = 'ana@acme.example') => token(email, { org, org_name: `Organização ${org}` })

beforeEach(() => {
  localStorage.clear()
  document.body.className = ''
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => jest.restoreAllMocks())

const part = (name: string) => ({
  baseUrl: `/remotes/${name}/1.0.0/`,
  descriptor: testDescriptor({
    name,
    token: false,
    routes: [{ id: 'later', path: `/app/${name}`, access: 'session', title: name }],
    sidebar: [{ label: `Entrada ${name}`, path: `/app/${name}` }],
    artifact: { ...testDescriptor().artifact, files: [], shared: [] },
  }),
})
const openLarge = (all: Promise<ReleaseRemote[]>) => {
  signedIn()
  return openShell({ at: '/app/profile', all })
}

const profileForAuditors = (release: Release): Release => ({
  ...release,
  remotes: release.remotes.map((remote) => ({
    ...remote,
    descriptor: {
      ...remote.descriptor,
      routes: remote.descriptor.routes.map((route) =>
        route.id === 'profile' ? { ...route, roles: ['owner', 'auditor'] } : route,
      ),
    },
  })),
})

const withKit =
  (showDemo: boolean) =>
  (release: Release): Release => ({
    ...release,
    config: { ...release.config, showDemo },
    remotes: release.remotes.map(({ descriptor, ...remote }) => ({
      ...remote,
      descriptor:
        descriptor.name === 'mfe-template-kit'
          ? { ...descriptor, sidebar: [{ label: 'Vitrine', path: '/app/profile', demo: true }] }
          : descriptor,
    })),
  })

describe('routes', () => {
  // Rule: P-ROUTE-2, P-ROUTE-10
  test.each(['/', '/login', '/app', '/app/main', '/app/dashboard/visits'])(
    '%s leads to the analytics page',
    async (at) => {
      signedIn()
      const { path } = openShell({ at })
      expect(await screen.findByText('Tela Analises')).toBeVisible()
      expect(path()).toBe('/app/main/analytics')
    },
  )

  // Rule: P-ROUTE-7
  test.each(['/app', '/app/main', '/app/main/analytics'])('without a session, %s leads to login', async (at) => {
    const { path } = openShell({ at })
    expect(await screen.findByText('Tela Login')).toBeVisible()
    expect(path()).toMatch(/^\/login(\?|$)/)
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

  // Rule: P-ROUTE-15
  test('an unknown path under /app keeps header and sidebar, and needs a session', async () => {
    const first = openShell({ at: '/app/main/analytics/xyz' })
    expect(await screen.findByText('Tela Login')).toBeVisible()
    expect(first.path()).toMatch(/^\/login/)
    cleanup()
    signedIn()
    openShell({ at: '/app/main/analytics/xyz' })
    const main = within(await screen.findByRole('main'))
    expect(await main.findByRole('heading', { level: 1 })).toHaveTextContent('this page does not exist')
    expect(screen.getByRole('navigation', { name: 'Principal' })).toBeVisible()
    expect(screen.getAllByRole('main')).toHaveLength(1)
    await waitFor(() => expect(document.title).toMatch(/^Página não encontrada · /))
  })

  describe('of a release with an index', () => {
    // Rule: M-RELEASE-17, M-RELEASE-18
    test('the first page waits for no index, and an address of the index waits for it', async () => {
      const arrived = new AbortController()
      const all = [part('mfe-later'), part('mfe-other')]
      const { router, path } = openLarge(
        new Promise((resolve) => arrived.signal.addEventListener('abort', () => resolve(all))),
      )
      expect(await screen.findByText('Tela Profile')).toBeVisible()
      act(() => void router.navigate('/app/mfe-later'))
      expect(screen.queryByText(/^Entrada/)).not.toBeInTheDocument()
      arrived.abort()
      expect(await screen.findByText('Tela mfe-later')).toBeVisible()
      expect(screen.getAllByText(/^Entrada/).map(({ textContent }) => textContent)).toEqual([
        'Entrada mfe-later',
        'Entrada mfe-other',
      ])
      expect(path()).toBe('/app/mfe-later')
      act(() => void router.navigate('/app/nowhere'))
      expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('does not exist')
    })

    // Rule: M-RELEASE-18
    test('without the index the gateway is asked for another page', async () => {
      const { router, page } = openLarge(Promise.reject(new Error('gone')))
      expect(await screen.findByText('Tela Profile')).toBeVisible()
      act(() => void router.navigate('/app/mfe-later'))
      await waitFor(() => expect(page.open).toHaveBeenCalledWith('http://localhost/app/mfe-later'))
      expect(screen.getByText('Tela Profile')).toBeVisible()
    })
  })

  // Rule: M-RELEASE-19
  test('the gallery, whose code the pages of remotes do not list, is asked for at the gateway', async () => {
    signedIn()
    const { router, page } = openShell({ at: '/app/profile' })
    expect(await screen.findByText('Tela Profile')).toBeVisible()
    act(() => void router.navigate('/dev/ui'))
    await waitFor(() => expect(page.open).toHaveBeenCalledWith('/dev/ui'))
    expect(screen.getByText('Tela Profile')).toBeVisible()
  })

  // Rule: M-MEMBER-7
  test('a route that is for other roles loads nothing, and says whom it is for', async () => {
    const load = jest.fn(async (request: LoadRequest) => plainModule(request))
    localStorage.setItem('access_token', token('ana@acme.example', { org: '7', org_name: 'Acme', role: 'reader' }))
    const { router } = openShell({ at: '/app/profile', edit: profileForAuditors, load })
    expect(await screen.findByText(/Proprietário ou Auditor.*O seu é Leitor/)).toBeVisible()
    expect(load).not.toHaveBeenCalled()
    act(() => void router.navigate('/app/main/analytics'))
    expect(await screen.findByText('Tela Analises')).toBeVisible()
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

  // Rule: P-ROUTE-13
  test('a link to another page moves the focus to its content', async () => {
    signedIn()
    openShell({ at: '/app/profile' })
    await screen.findByText('Tela Profile')
    await userEvent.click(screen.getByRole('link', { name: 'Analises' }))
    expect(await screen.findByText('Tela Analises')).toBeVisible()
    expect(screen.getByRole('main')).toHaveFocus()
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

// Rule: P-MEMBER-6
test('a session that has come into another organisation by itself says so, once', async () => {
  localStorage.setItem('access_token', tokenIn('7'))
  const { bus } = openShell({ at: '/app/profile' })
  await screen.findByText('Tela Profile')
  const renew = (accessToken: string) => act(() => bus.publish('login:succeeded', { kind: 'token', accessToken }))
  renew(tokenIn('7'))
  expect(screen.queryByText(/Você está agora em/)).toBeNull()
  renew(tokenIn('8'))
  expect(await screen.findByText('Você está agora em Organização 8, e não mais em Organização 7.')).toBeVisible()
  // Of somebody else's login it is no news.
  renew(tokenIn('9', 'bia@acme.example'))
  expect(screen.queryByText(/Organização 9/)).toBeNull()
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

const inRender = () => {
  throw new Error('in render')
}
const InEffect = () => {
  useEffect(() => {
    throw new Error('in an effect')
  })
  return <p>metade</p>
}
const Late = () => {
  const [data, setData] = useState<{ readonly rows: readonly string[] }>({ rows: [] })
  useEffect(() => {
    void Promise.resolve().then(() => setData(JSON.parse('{}')))
  }, [])
  return <p>{data.rows.length}</p>
}

const openBroken = (Broken: ComponentType) => {
  signedIn()
  const { artifact } = part('mfe-template-kit').descriptor
  const known = testDescriptor({
    name: 'mfe-template-kit',
    version: '1.0.0',
    routes: [{ id: 'profile', path: '/app/profile', access: 'session', title: 'Profile' }],
    artifact,
  })
  localStorage.setItem('atalaia.good.mfe-template-kit', JSON.stringify([known]))
  return openShell({
    at: '/app/profile',
    edit: (release) => ({
      ...release,
      remotes: release.remotes.map((remote) =>
        remote.descriptor.name === 'mfe-template-kit'
          ? { ...remote, descriptor: { ...remote.descriptor, version: '1.1.0' } }
          : remote,
      ),
    }),
    load: async (request) =>
      request.descriptor.version === '1.1.0'
        ? { activate: () => [{ id: 'profile', Component: Broken }] }
        : plainModule(request),
  })
}

describe('a version whose screen throws at first show, in a browser that knows an older one', () => {
  // Rule: M-FALLBACK-12, M-FAIL-11
  test.each([
    ['while it renders', inRender, ['failed', 'ready']],
    ['in an effect of its first commit', InEffect, ['failed', 'ready']],
    ['with its first data', Late, ['ready', 'failed', 'ready']],
  ])('%s: the older one takes its place in the same page, and no panel is seen', async (_, Broken, outcomes) => {
    const panels: Element[] = []
    const seen = new MutationObserver(() => panels.push(...document.querySelectorAll('[role=alert]')))
    seen.observe(document.body, { childList: true, subtree: true })
    const { reports, path } = openBroken(Broken)
    expect(await screen.findByText('Tela Profile')).toBeVisible()
    await waitFor(() => expect(reports.map(({ outcome }) => outcome)).toEqual(outcomes))
    expect(reports).toContainEqual(
      expect.objectContaining({ version: '1.1.0', outcome: 'failed', phase: 'render', fallback: '1.0.0' }),
    )
    expect(path()).toBe('/app/profile')
    expect(panels).toEqual([])
    seen.disconnect()
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
    expect(toast?.querySelector('[role=progressbar]')).toHaveStyle({ animationDuration: '10s' })
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

  // Rule: P-THEME-6
  test('following the system is the last choice of the theme', async () => {
    signedIn()
    openShell({ at: '/app/profile' })
    await userEvent.click(await screen.findByRole('button', { name: 'Menu de ana@acme.example' }))
    const choices = within(screen.getByRole('group', { name: 'Tema' })).getAllByRole('menuitemradio')
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      'Escuro',
      'Claro',
      'Mar',
      'Céu',
      'Chuva',
      'Meio-termo',
      'Sistema',
    ])
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Sistema' }))
    expect(document.body).toHaveClass('dark')
    expect(localStorage.getItem('theme')).toBe('system')
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

  // Rule: P-HEADER-8
  test.each([
    ['shown where the operator has turned them on', true, 1],
    ['left out elsewhere', false, 0],
  ])('entries of the kit are %s', async (_, showDemo, count) => {
    signedIn()
    openShell({ at: '/app/profile', edit: withKit(showDemo) })
    const nav = await screen.findByRole('navigation', { name: 'Principal' })
    expect(within(nav).getByRole('link', { name: 'Analises' })).toBeVisible()
    expect(within(nav).queryAllByRole('link', { name: 'Vitrine' })).toHaveLength(count)
  })

  // Rule: P-HEADER-10
  test('the first Tab stop of a page skips to its content', async () => {
    signedIn()
    openShell({ at: '/app/profile' })
    await screen.findByText('Tela Profile')
    await userEvent.tab()
    expect(screen.getByRole('link', { name: 'Ir para o conteúdo' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('main')).toHaveFocus()
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

const Page = () => (
  <>
    <p>Tela Analises</p>
    <Slot name="end" />
  </>
)

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

const openWithWidget = (Content: ComponentType) =>
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

describe('widgets of other remotes', () => {
  // Rule: M-REMOTE-12
  test('a widget stands in the slot of the other remote with its own context', async () => {
    signedIn()
    openWithWidget(() => <p>{`Caixa de ${useRemoteContext().remote.name}`}</p>)
    expect(await screen.findByText('Caixa de mfe-template-kit')).toBeVisible()
    expect(screen.getByText('Tela Analises')).toBeVisible()
  })

  // Rule: M-REMOTE-12, M-FAIL-1
  test('a widget that throws leaves a panel in its slot, the page goes on, and another attempt shows it', async () => {
    signedIn()
    let broken = true
    const { reports } = openWithWidget(() => {
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

const plainScreen = () => {
  const unmount = jest.fn()
  const given: ScreenContext[] = []
  const mount: Mount = (place, own) => {
    given.push(own)
    place.append('Tela própria')
    return { unmount }
  }
  return {
    mount,
    unmount,
    context: () => {
      const [context] = given.slice(-1)
      if (!context) throw new Error('it was not mounted')
      return context
    },
  }
}

const withPath =
  (path: string) =>
  (release: Release): Release => ({
    ...release,
    remotes: release.remotes.map(({ descriptor, ...remote }) => ({
      ...remote,
      descriptor:
        descriptor.name === 'mfe-template-kit'
          ? { ...descriptor, routes: descriptor.routes.map((route) => ({ ...route, path })) }
          : descriptor,
    })),
  })

const stands = () => screen.findByText('Tela própria')

const throwFault = () => {
  throw new Error('fault')
}
const failAtOnce: Mount = (_place, { fail }) => {
  fail('fault')
  return { unmount: () => {} }
}

const openMounted = (mount: Mount, { path = '/app/stock/*', at = '/app/stock' } = {}) => {
  signedIn()
  const load: NonNullable<Parameters<typeof openShell>[0]['load']> = async (request) =>
    request.descriptor.name === 'mfe-template-kit'
      ? { activate: () => [{ id: 'profile', lazy: async () => ({ mount }) }] }
      : plainModule(request)
  return openShell({ at, load, edit: withPath(path) })
}
describe('a screen that mounts itself', () => {
  // Rule: M-REMOTE-14, M-REMOTE-34
  test('has an element of its own and the context of its remote, and is unmounted once', async () => {
    const { mount, unmount, context } = plainScreen()
    const { router, reports } = openMounted(mount)
    const place = await stands()
    expect(place.childNodes).toHaveLength(1)
    expect(context()).toMatchObject({ remote: { name: 'mfe-template-kit' }, locale: document.documentElement.lang })
    expect(context().bus.peek('theme:changed')).toEqual({ theme: 'dark' })
    expect(reports).toMatchObject([{ remote: 'mfe-template-kit', outcome: 'ready' }])
    await act(() => router.navigate('/app/main/analytics'))
    expect(await screen.findByText('Tela Analises')).toBeVisible()
    expect(screen.queryByText('Tela própria')).not.toBeInTheDocument()
    expect(unmount).toHaveBeenCalledTimes(1)
  })

  // Rule: M-REMOTE-14, M-REMOTE-34
  test.each([
    ['/app/stock/*', '/app/stock/7?tab=2#top', '/app/stock'],
    ['/app/:place/stock/*', '/app/porto/stock/7', '/app/porto/stock'],
    ['/app/stock', '/app/stock', '/app/stock'],
  ])('of %s has at %s the basename %s', async (path, at, basename) => {
    const { mount, context } = plainScreen()
    openMounted(mount, { path, at })
    await stands()
    expect([context().navigation.basename, context().navigation.current()]).toEqual([basename, at])
  })

  // Rule: M-REMOTE-14, M-REMOTE-34
  test('hears of its addresses, which are entries of the history, and stands through them', async () => {
    const { mount, unmount, context } = plainScreen()
    const { router } = openMounted(mount)
    await stands()
    const { navigation } = context()
    const heard: string[] = []
    const stop = navigation.subscribe((address) => heard.push(address))
    await act(async () => navigation.navigate('/app/stock/7?tab=2'))
    await act(async () => navigation.navigate('/app/stock/8', { replace: true }))
    expect(navigation.current()).toBe('/app/stock/8')
    await act(() => router.navigate(-1))
    stop()
    await act(async () => navigation.navigate('/app/stock/9'))
    expect(heard).toEqual(['/app/stock/7?tab=2', '/app/stock/8', '/app/stock'])
    expect(unmount).not.toHaveBeenCalled()
    await act(async () => navigation.navigate('/app/main/analytics'))
    expect(await screen.findByText('Tela Analises')).toBeVisible()
    expect(unmount).toHaveBeenCalledTimes(1)
  })

  // Rule: M-FAIL-11, M-REMOTE-14, M-REMOTE-34
  test.each<[string, Mount]>([
    ['throws', throwFault],
    ['rejects', () => Promise.reject(new Error('fault'))],
    ['fails by itself', failAtOnce],
  ])('and %s is replaced by the panel, reported, and mounted anew by a retry', async (_how, mount) => {
    const mounts = [mount]
    const { mount: sound } = plainScreen()
    const { reports } = openMounted((...given) => (mounts.shift() ?? sound)(...given))
    const panel = await screen.findByRole('alert')
    expect(reports).toContainEqual(expect.objectContaining({ outcome: 'failed', phase: 'render', cause: 'fault' }))
    expect(screen.getByRole('navigation')).toBeVisible()
    await userEvent.click(within(panel).getByRole('button', { name: 'Tentar novamente' }))
    expect(await stands()).toBeVisible()
  })

  // Rule: M-FAIL-11, M-REMOTE-14, M-REMOTE-34
  test('and fails later is unmounted, and what it fails with after that is nobody’s', async () => {
    const { mount, unmount, context } = plainScreen()
    const { router } = openMounted(mount)
    await stands()
    const { fail } = context()
    await act(async () => fail(new Error('late fault')))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(unmount).toHaveBeenCalledTimes(1)
    await act(() => router.navigate('/app/main/analytics'))
    await act(async () => fail(new Error('too late')))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  // Rule: M-REMOTE-12, M-REMOTE-14, M-REMOTE-34
  test('shows widgets of other remotes in an element of its own, until it ends the slot or is left', async () => {
    signedIn()
    const unmount = jest.fn()
    const given: { own: ScreenContext; place: HTMLElement }[] = []
    const mount: Mount = (place, own) => {
      given.push({ own, place })
      return { unmount }
    }
    const { router } = openShell({
      at: '/app/main/analytics',
      edit: withWidget,
      load: async ({ descriptor }) => ({
        activate: () =>
          descriptor.name === 'mfe-analytics'
            ? [{ id: 'analytics', mount }]
            : [...descriptor.routes, { id: 'box' }].map(({ id }) => ({ id, Component: () => <p>{`Tela ${id}`}</p> })),
      }),
    })
    await waitFor(() => expect(given).toHaveLength(1))
    const { own, place } = given[0] ?? {}
    if (!own || !place) throw new Error('it was not mounted')
    const show = () => {
      own.slot('nada', place)
      return own.slot('end', place)
    }
    const end = await act(async () => show())
    expect(within(place).getByText('Tela box')).toBeVisible()
    act(() => end())
    expect(screen.queryByText('Tela box')).not.toBeInTheDocument()
    await act(async () => show())
    expect(within(place).getByText('Tela box')).toBeVisible()
    // A framework may empty its elements before it is left.
    place.replaceChildren()
    await act(() => router.navigate('/app/profile'))
    expect(await screen.findByText('Tela profile')).toBeVisible()
    expect(unmount).toHaveBeenCalledTimes(1)
    act(() => void own.slot('end', place))
    expect(place.childNodes).toHaveLength(0)
  })

  // Rule: M-REMOTE-14, M-REMOTE-34
  test('and is left before it stands is unmounted as soon as it does', async () => {
    const unmount = jest.fn()
    let stand: ((screen: { unmount: () => void }) => void) | undefined
    const mount = jest.fn(() => new Promise<{ unmount: () => void }>((resolve) => (stand = resolve)))
    const { router, reports } = openMounted(mount)
    await waitFor(() => expect(mount).toHaveBeenCalled())
    await act(() => router.navigate('/app/main/analytics'))
    await act(async () => stand?.({ unmount }))
    expect(unmount).toHaveBeenCalledTimes(1)
    expect(reports).not.toContainEqual(expect.objectContaining({ remote: 'mfe-template-kit' }))
  })
})
