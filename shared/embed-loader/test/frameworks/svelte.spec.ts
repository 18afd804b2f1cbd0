import { render } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import Page from './page.svelte'
import { API, GATEWAY, DOWN, element, failScript, send } from './portal.ts'

const props = { gateway: GATEWAY, api: API }
afterEach(() => document.head.replaceChildren())

// Rule: M-EMBED-27
test('the element has its attributes and properties when it is mounted, each time', async () => {
  const { rerender } = render(Page, { ...props, theme: 'dark', getToken: () => 'asked' })
  for (const _ of ['first', 'second']) {
    expect(element().getAttribute('api')).toBe(API)
    expect(element().getAttribute('theme')).toBe('dark')
    expect(element().hasAttribute('getToken')).toBe(false)
    expect(await element().getToken?.('initial')).toBe('asked')
    await rerender({ open: false })
    expect(document.querySelector('atalaia-analytics')).toBeNull()
    await rerender({ open: true })
  }
})

test('changed options reach the element, and a new function is asked through the same one', async () => {
  const { rerender } = render(Page, { ...props, theme: 'dark', getToken: () => 'first' })
  const asked = element().getToken
  await rerender({ theme: 'sea', token: 'given', place: 'page=2', getToken: () => 'second' })
  expect(element().getAttribute('place')).toBe('page=2')
  expect(element().getAttribute('theme')).toBe('sea')
  expect(element().token).toBe('given')
  expect(element().getToken).toBe(asked)
  expect(await asked?.('expired')).toBe('second')
  await rerender({ theme: undefined, getToken: undefined })
  expect(element().hasAttribute('theme')).toBe(false)
  expect(element().getToken).toBeNull()
})

test('each event calls back once, with its detail, and none does after the removal', async () => {
  const onReady = vi.fn()
  const onEmailAdded = vi.fn()
  const onError = vi.fn()
  const onViewChange = vi.fn()
  const { rerender } = render(Page, { ...props, onReady, onEmailAdded, onError, onViewChange })
  send('ready', { version: '1.0.0' })
  send('email-added', { email: 'a@b.example' })
  send('view-change', { filter: 'ana', place: 'filter=ana' })
  send('error', { code: 'internal', message: '' })
  const removed = element()
  await rerender({ open: false })
  removed.dispatchEvent(new CustomEvent('ready', { detail: {} }))
  expect(onReady.mock.calls).toEqual([[{ version: '1.0.0' }]])
  expect(onViewChange.mock.calls).toEqual([[{ filter: 'ana', place: 'filter=ana' }]])
  expect(onEmailAdded.mock.calls).toEqual([[{ email: 'a@b.example' }]])
  expect(onError.mock.calls).toEqual([[{ code: 'internal', message: '' }]])
})

test('a script that does not come is handed to onLoadError', async () => {
  const onLoadError = vi.fn()
  render(Page, { ...props, gateway: DOWN, onLoadError })
  failScript()
  await vi.waitFor(() =>
    expect(onLoadError).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining(DOWN) })),
  )
})
