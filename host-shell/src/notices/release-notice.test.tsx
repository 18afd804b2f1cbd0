import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openShell } from '../testing/open-shell.tsx'

let current: string
const answers = jest.fn(async (): Promise<Response> =>
  Object.assign(new Response(), { json: async () => ({ id: current }) }),
)

const minute = () => act(() => jest.advanceTimersByTimeAsync(60_000))
const text = 'Há uma versão nova desta página.'
const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })

beforeEach(() => {
  localStorage.clear()
  current = 'r'
  answers.mockClear()
  jest.useFakeTimers()
  // jsdom cannot scroll, and says so.
  jest.spyOn(window, 'scrollTo').mockImplementation(() => {})
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

const openLive = async () => {
  const opened = openShell({ at: '/login', edit: (release) => ({ ...release, live: true }), fetch: answers })
  await waitFor(() => expect(screen.getByText('Tela Login')).toBeVisible())
  return opened
}

// Rule: M-RELEASE-8, M-RELEASE-9
test('a newer release is announced without taking the focus, and a reload is offered', async () => {
  const { page } = await openLive()
  const focused = document.activeElement
  expect(screen.queryByText(text)).not.toBeInTheDocument()
  current = 'r2'
  await minute()
  expect(screen.getByText(text)).toHaveAttribute('role', 'status')
  expect(document.activeElement).toBe(focused)
  await user.click(screen.getByRole('button', { name: 'Recarregar' }))
  expect(page.reload).toHaveBeenCalledTimes(1)
})

// Rule: M-RELEASE-9
test('a dismissed notice comes back only for a release that is newer still', async () => {
  await openLive()
  current = 'r2'
  await minute()
  await user.click(screen.getByRole('button', { name: 'Dispensar aviso' }))
  await minute()
  expect(screen.queryByText(text)).not.toBeInTheDocument()
  current = 'r3'
  await minute()
  expect(screen.getByText(text)).toBeVisible()
})

test('a notice goes when the release is taken back', async () => {
  await openLive()
  current = 'r2'
  await minute()
  current = 'r'
  await minute()
  expect(screen.queryByText(text)).not.toBeInTheDocument()
})

test('a page from a gateway that cannot say asks nothing', async () => {
  openShell({ at: '/login', fetch: answers })
  await waitFor(() => expect(screen.getByText('Tela Login')).toBeVisible())
  await minute()
  expect(answers).not.toHaveBeenCalled()
})
