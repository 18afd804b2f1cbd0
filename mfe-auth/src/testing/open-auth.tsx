import type { PublicConfig } from '@atalaia/contracts'
import { RemoteProvider } from '@atalaia/react'
import { createMemoryRouter, RouterProvider } from '@atalaia/react/router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { activate } from '../remote.tsx'
import { createFakeContext, type Reply } from './fake-context.ts'

type OpenOptions = { readonly config?: Partial<PublicConfig>; readonly replies?: readonly (Reply | Promise<Reply>)[] }

/** Opens a page of the remote as the shell does: activated with a context, its routes in a router. */
export const openAuth = async (address: string, { config, replies = [] }: OpenOptions = {}) => {
  const fake = createFakeContext(config)
  fake.replies.push(...replies)
  const routes = await activate(fake.context)
  const pages = routes.map(({ id, lazy }) => ({ id, lazy, path: `/${id}`, hydrateFallbackElement: <p>…</p> }))
  const router = createMemoryRouter(pages, { initialEntries: [address] })
  const view = render(
    <RemoteProvider context={fake.context}>
      <RouterProvider router={router} />
    </RemoteProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })
  const place = () => `${router.state.location.pathname}${router.state.location.search}`
  return { ...fake, ...view, user, router, place }
}
