import type { BusEventName, BusEvents, PublicConfig } from '@atalaia/contracts'
import { RemoteProvider } from '@atalaia/react'
import { createMemoryRouter, RouterProvider } from '@atalaia/react/router'
import { createFakeContext, type FakeApi } from '@atalaia/testing'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { activate } from '../remote.tsx'

type OpenOptions = { readonly config?: Partial<PublicConfig>; readonly api?: FakeApi }
type Heard = { [Name in BusEventName]: { readonly name: Name; readonly event: BusEvents[Name] } }[BusEventName]

export const openAuth = async (address: string, { config, api }: OpenOptions = {}) => {
  const fake = createFakeContext({
    name: 'mfe-auth',
    token: false,
    config,
    api,
    ...(address.startsWith('/account') && {
      session: { status: 'active', user: {}, expiresAt: Date.now() + 3_600_000 },
    }),
  })
  const published: Heard[] = []
  fake.shell.subscribe('login:succeeded', (event) => published.push({ name: 'login:succeeded', event }))
  fake.shell.subscribe('toast:requested', (event) => published.push({ name: 'toast:requested', event }))

  const routes = await activate(fake.context)
  const pages = routes.map(({ id, lazy }) => ({ id, lazy, path: `/${id}`, hydrateFallbackElement: <p>…</p> }))
  // Pages of others, and of this remote by their addresses in the product.
  const elsewhere = { path: '*', element: <h1>…</h1> }
  const router = createMemoryRouter([...pages, elsewhere], { initialEntries: [address] })
  render(
    <RemoteProvider context={fake.context}>
      <RouterProvider router={router} />
    </RemoteProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })
  const place = () => `${router.state.location.pathname}${router.state.location.search}`
  return { ...fake, published, user, place }
}
