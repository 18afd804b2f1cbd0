// @vitest-environment jsdom
import { mount, flushPromises } from '@vue/test-utils'
import { defineComponent, h, ref } from 'vue'
import { afterEach, expect, test, vi } from 'vitest'
import { AtalaiaAnalytics } from '../../src/vue.ts'
import { API, GATEWAY, DOWN, element, failScript, send } from './portal.ts'

const props = { gateway: GATEWAY, api: API }
afterEach(() => document.head.replaceChildren())

// Rule: M-EMBED-27
test('the element has its attributes and properties when it is mounted, each time', async () => {
  const open = ref(true)
  const page = mount(
    defineComponent({
      render: () => open.value && h(AtalaiaAnalytics, { ...props, theme: 'dark', getToken: () => 'asked' }),
    }),
    { attachTo: document.body },
  )
  for (const _ of ['first', 'second']) {
    expect(element().outerHTML).toBe(`<atalaia-analytics api="${API}" theme="dark"></atalaia-analytics>`)
    expect(await element().getToken?.('initial')).toBe('asked')
    open.value = false
    await flushPromises()
    expect(document.querySelector('atalaia-analytics')).toBeNull()
    open.value = true
    await flushPromises()
  }
  page.unmount()
})

const loader = () => h('p', { slot: 'loader' }, 'Um momento…')

test("content with a slot is the element's", () => {
  const page = mount(AtalaiaAnalytics, { props, slots: { default: loader }, attachTo: document.body })
  expect(element().innerHTML).toBe('<p slot="loader">Um momento…</p>')
  page.unmount()
})

test('changed props reach the element, and a new function is asked through the same one', async () => {
  const page = mount(AtalaiaAnalytics, { props: { ...props, getToken: () => 'first' }, attachTo: document.body })
  const asked = element().getToken
  await page.setProps({ theme: 'sea', token: 'given', place: 'page=2', getToken: () => 'second' })
  expect(element().getAttribute('place')).toBe('page=2')
  expect(element().getAttribute('theme')).toBe('sea')
  expect(element().token).toBe('given')
  expect(element().getToken).toBe(asked)
  expect(await asked?.('expired')).toBe('second')
  await page.setProps({ theme: undefined, getToken: undefined })
  expect(element().hasAttribute('theme')).toBe(false)
  expect(element().getToken).toBeNull()
  page.unmount()
})

test('each event is emitted once, with its detail', () => {
  const page = mount(AtalaiaAnalytics, { props, attachTo: document.body })
  send('ready', { version: '1.0.0' })
  send('email-added', { email: 'a@b.example' })
  send('view-change', { filter: 'ana', place: 'filter=ana' })
  send('error', { code: 'internal', message: '' })
  expect(page.emitted()).toEqual({
    ready: [[{ version: '1.0.0' }]],
    'email-added': [[{ email: 'a@b.example' }]],
    'view-change': [[{ filter: 'ana', place: 'filter=ana' }]],
    error: [[{ code: 'internal', message: '' }]],
  })
  page.unmount()
})

test('a script that does not come is the event load-error', async () => {
  const onLoadError = vi.fn()
  const page = mount(AtalaiaAnalytics, { props: { ...props, gateway: DOWN, onLoadError }, attachTo: document.body })
  failScript()
  await flushPromises()
  expect(onLoadError).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining(DOWN) }))
  page.unmount()
})

test('the reserved height is there from the mount on, and free when the numbers are', () => {
  const page = mount(AtalaiaAnalytics, { props: { ...props, reservedHeight: 700 }, attachTo: document.body })
  expect(element().style.minHeight).toBe('700px')
  send('ready', { version: '1.0.0' })
  expect(element().style.minHeight).toBe('')
  page.unmount()
})
