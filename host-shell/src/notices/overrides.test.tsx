import type { Release } from '@atalaia/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createTestKernel, testDescriptor, testEntry } from '@atalaia/kernel/testing'
import { describeOverrides } from '../start/describe-overrides.ts'
import { isRoute } from '../start/start-kernel.ts'
import { openShell, token } from '../testing/open-shell.tsx'

const address = 'http://localhost:4102'
const { release: emptyRelease } = createTestKernel({ isRoute })
const described = (name: string) => testDescriptor({ name, version: '2.0.0' })
const overridden = (release: Release): Release => ({
  ...release,
  remotes: release.remotes.map((remote) =>
    remote.descriptor.name === 'mfe-template-kit' ? { ...remote, override: address } : remote,
  ),
})

const fixed = (release: Release): Release => {
  const edited = overridden(release)
  return { ...edited, remotes: edited.remotes.map((remote) => ({ ...remote, fixed: true })) }
}
const ending = (release: Release) => ({ ...overridden(release), overridesUntil: '2026-03-01T15:30:00Z' })

const network = (status: number) => {
  const asked: string[] = []
  const fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    if (String(input).startsWith(address)) throw new Error('refused')
    asked.push(`${init?.method} ${String(input)}`)
    return new Response(null, { status })
  }
  return { asked, fetch }
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('access_token', token())
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => jest.restoreAllMocks())

// Rule: M-OVERRIDE-3
test('a banner names what is overridden, and its button takes it back and loads the page again', async () => {
  const { asked, fetch } = network(204)
  const { page } = openShell({ at: '/app/main/analytics', edit: overridden, fetch })
  const banner = await screen.findByRole('region', { name: 'Partes em teste' })
  expect(within(banner).getByText(`mfe-template-kit 1.0.0, de ${address}`)).toBeVisible()
  await userEvent.click(within(banner).getByRole('button', { name: 'Restaurar' }))
  await waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1))
  expect(asked).toEqual(['POST /-/overrides/reset'])
})

// Rule: M-OVERRIDE-4
test('an override that fails offers the reset in its panel', async () => {
  const { fetch } = network(204)
  const { page } = openShell({ at: '/app/profile', edit: overridden, fetch })
  const panel = await screen.findByRole('alert')
  expect(panel).toHaveTextContent(`Ela está em teste e vem de ${address}.`)
  await userEvent.click(within(panel).getByRole('button', { name: 'Restaurar' }))
  await waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1))
})

// Rule: M-OVERRIDE-5
test('an override that the gateway itself has is named, with nothing to click', async () => {
  openShell({ at: '/app/profile', edit: fixed, fetch: network(204).fetch })
  const banner = await screen.findByRole('region', { name: 'Partes em teste' })
  expect(banner).toHaveTextContent('Definido no servidor: só lá se restaura.')
  expect(await screen.findByRole('alert')).toHaveTextContent('Definido no servidor')
  expect(screen.queryByRole('button', { name: 'Restaurar' })).not.toBeInTheDocument()
})

// Rule: M-OVERRIDE-3
test('overrides that end by themselves say when', async () => {
  openShell({ at: '/app/main/analytics', edit: ending })
  expect(await screen.findByRole('region', { name: 'Partes em teste' })).toHaveTextContent('Até 01/03/2026, 12:30.')
})

test('a reset that does not work says so and can be tried again', async () => {
  const { fetch } = network(500)
  const { page } = openShell({ at: '/app/main/analytics', edit: overridden, fetch })
  const banner = await screen.findByRole('region', { name: 'Partes em teste' })
  await userEvent.click(within(banner).getByRole('button', { name: 'Restaurar' }))
  expect(await within(banner).findByRole('alert')).toHaveTextContent('Não foi possível restaurar')
  expect(within(banner).getByRole('button', { name: 'Restaurar' })).toBeEnabled()
  expect(page.reload).not.toHaveBeenCalled()
})

test('a route that only the override knows can be reached once it is up', async () => {
  let fetched: unknown
  const { router } = openShell({
    at: '/app/profile',
    edit: (release) => {
      const edited = overridden(release)
      const kit = edited.remotes.find(({ override }) => override !== undefined)?.descriptor
      const news = { id: 'news', path: '/app/news', access: 'session', title: 'Novidades' }
      const sidebar = [{ label: 'Novidades', path: '/app/news' }]
      const hash = { path: 'e.js', bytes: 1, integrity: `sha384-${'a'.repeat(64)}` }
      fetched = kit && {
        ...kit,
        routes: [...kit.routes, news],
        sidebar,
        artifact: { ...kit.artifact, files: [hash] },
      }
      return edited
    },
    fetch: async () => Response.json(fetched),
  })
  await screen.findByText('Tela Profile')
  expect(await screen.findByRole('link', { name: 'Novidades' })).toBeVisible()
  await act(() => router.navigate('/app/news'))
  expect(await screen.findByText('Tela Novidades')).toBeVisible()
})

// Rule: M-OVERRIDE-10
test.each<[string, () => Promise<Response>, string]>([
  ['is taken as it is now', async () => Response.json(described('mfe-template-kit')), '2.0.0'],
  ['of another remote is refused', async () => Response.json(described('mfe-auth')), '1.0.0'],
  ['that is none is refused', async () => new Response('<html>'), '1.0.0'],
  ['that does not come is not waited for', async () => Promise.reject(new Error('refused')), '1.0.0'],
])('before the page starts, the descriptor of an override %s', async (_what, answer, version) => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {})
  const asked: unknown[] = []
  const fetch = async (...[input, init]: Parameters<typeof globalThis.fetch>) => {
    asked.push([input, init?.cache])
    return answer()
  }
  const release = {
    ...emptyRelease,
    remotes: [testEntry({ name: 'mfe-template-kit', version: '1.0.0' }, address), testEntry()],
  }
  const { remotes } = await describeOverrides(release, fetch)
  expect(remotes.map(({ descriptor }) => descriptor.version)).toEqual([version, '1.4.0'])
  expect(asked).toEqual([[`${address}/remote.json`, 'no-store']])
  expect(warn).toHaveBeenCalledTimes(version === '2.0.0' ? 0 : 1)
})

// Rule: M-OVERRIDE-10
test('nothing is asked for where there is no override, or the gateway itself has it', async () => {
  const fetch = jest.fn()
  const known = {
    ...emptyRelease,
    remotes: [testEntry(), { ...testEntry({ name: 'mfe-auth' }, address), fixed: true }],
  }
  expect(await describeOverrides(known, fetch)).toBe(known)
  expect(fetch).not.toHaveBeenCalled()
})

test('a page without overrides shows no banner and no reset', async () => {
  openShell({ at: '/app/main/analytics' })
  await screen.findByText('Tela Analises')
  expect(screen.queryByRole('region', { name: 'Partes em teste' })).not.toBeInTheDocument()
})
