import { defaultPublicConfig, type Descriptor, type Release, type ReleaseRemote } from '@atalaia/contracts'
import { silentReporter, type LoadRequest, type PageStorage } from '@atalaia/kernel'
import { createTestKernel, testDescriptor } from '@atalaia/kernel/testing'
import { Provider } from '@atalaia/react/redux'
import { createMemoryRouter, RouterProvider, type RouteObject } from '@atalaia/react/router'
import { render } from '@testing-library/react'
import { followToasts } from '../notices/toasts.tsx'
import { followSession } from '../routes/follow-session.ts'
import { followRoutes, shellRoutes } from '../routes/router.tsx'
import { ShellContext, type PagePorts } from '../platform/shell-context.ts'
import { createProofs } from '../platform/proofs.ts'
import { browserStorage } from '../platform/browser.ts'
import { consoleLogger } from '../platform/logger.ts'
import { isRoute } from '../start/start-kernel.ts'
import { createShellStore } from '../store/store.ts'
import { applyTheme, choiceOf } from '../store/theme.ts'

// jsdom has neither this nor message channels.
Object.assign(globalThis, { scheduler: { yield: () => Promise.resolve() } })

const descriptor = (name: string, routes: Descriptor['routes'], sidebar: Descriptor['sidebar'] = []): Descriptor => {
  const artifact = { ...testDescriptor().artifact, files: [], shared: [] }
  return testDescriptor({ name, version: '1.0.0', token: false, routes, sidebar, artifact })
}

const dashboard = {
  label: 'Dashboard',
  path: '/app/main',
  icon: 'dashboard',
  children: [{ label: 'Analises', path: '/app/main/analytics' }],
}

const remotes = [
  descriptor('mfe-auth', [{ id: 'login', path: '/login', access: 'public', title: 'Login' }]),
  descriptor('mfe-landing', [{ id: 'landing', path: '/', access: 'public', title: 'Início' }]),
  descriptor(
    'mfe-analytics',
    [{ id: 'analytics', path: '/app/main/analytics', access: 'session', title: 'Analises' }],
    [dashboard],
  ),
  descriptor('mfe-template-kit', [{ id: 'profile', path: '/app/profile', access: 'session', title: 'Profile' }]),
]

export const plainModule = ({ descriptor: { routes } }: LoadRequest) => ({
  activate: (): RouteObject[] => routes.map(({ id, title }) => ({ id, Component: () => <p>{`Tela ${title}`}</p> })),
})

const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')

export const token = (sub = 'ana@acme.example', more: object = {}): string => {
  return `${part({ alg: 'none' })}.${part({ sub, exp: Math.floor(Date.now() / 1000) + 3600, ...more })}.`
}

export type ShellOptions = {
  readonly at: string
  readonly storage?: PageStorage
  readonly offered?: string
  readonly load?: (request: LoadRequest) => Promise<unknown>
  readonly edit?: (release: Release) => Release
  readonly fetch?: typeof fetch
  readonly all?: Promise<readonly ReleaseRemote[]>
}

export const openShell = ({
  at,
  storage = browserStorage,
  offered,
  load = async (r) => plainModule(r),
  edit = (release) => release,
  fetch = () => Promise.reject(new Error('no network')),
  all,
}: ShellOptions) => {
  const proofs = createProofs({ load: () => import('../proof/proof-dialog.tsx'), logger: consoleLogger })
  const { kernel, session, bus, release, lines, reports } = createTestKernel<RouteObject>({
    release: edit({
      id: 'r',
      config: defaultPublicConfig,
      shell: { baseUrl: '/shell/', files: [] },
      remotes: remotes.map((facts) => ({ descriptor: facts, baseUrl: `/remotes/${facts.name}/1.0.0/` })),
    }),
    load,
    ...(all && { all }),
    provided: {},
    isRoute,
    fetch,
    storage,
    origin: 'http://localhost',
  })
  const offer = offered === undefined ? undefined : session.offer(offered)
  const page: PagePorts = { fetch, reload: jest.fn(), open: jest.fn() }
  const store = createShellStore(choiceOf(storage.read('theme')))
  applyTheme(store, bus, storage)
  const router = createMemoryRouter(shellRoutes(kernel, session.state, { opened: at, page }), { initialEntries: [at] })
  followToasts(bus, session)
  followSession(bus, router)
  followRoutes(router, kernel, session.state)
  render(
    <ShellContext value={{ release, bus, session, offer, kernel, proofs, reporter: silentReporter, page }}>
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </ShellContext>,
  )
  const path = () => router.state.location.pathname + router.state.location.search
  return { bus, session, router, lines, reports, path, page, proofs }
}
