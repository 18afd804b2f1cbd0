import '@angular/compiler'
import { Component, signal } from '@angular/core'
import { TestBed } from '@angular/core/testing'
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AtalaiaAnalytics } from '@atalaia/embed/angular'
import { API, DOWN, GATEWAY, element, failScript, send } from './portal.ts'

beforeAll(() => TestBed.initTestEnvironment(BrowserTestingModule, platformBrowserTesting()))
afterEach(() => TestBed.resetTestingModule())
afterEach(() => document.head.replaceChildren())

const heard = vi.fn()
beforeEach(() => heard.mockReset())

class Page {
  readonly open = signal(true)
  readonly theme = signal<string | undefined>('dark')
  readonly place = signal('page=2')
  readonly getToken = signal<(() => string) | null>(() => 'first')
  readonly gateway = signal(GATEWAY)
  readonly api = API
  heard(name: string, detail: unknown) {
    heard(name, detail)
  }
}
const PageComponent = Component({
  imports: [AtalaiaAnalytics],
  template: `@if (open()) {
    <atalaia-analytics
      [gateway]="gateway()" [api]="api" [place]="place()" period="1" [theme]="theme()" [getToken]="getToken()"
      (analyticsReady)="heard('ready', $event)" (analyticsError)="heard('error', $event)"
      (viewChange)="heard('view-change', $event)" (emailAdded)="heard('email-added', $event)" (sessionExpired)="heard('session-expired', $event)"
      (loadError)="heard('load-error', $event)"><p slot="loader">Um momento…</p></atalaia-analytics>
  }`,
})(Page)

const show = async (prepare: (page: Page) => void = () => undefined) => {
  const fixture = TestBed.createComponent(PageComponent)
  const change = async (work: (page: Page) => void) => {
    work(fixture.componentInstance)
    await fixture.whenStable()
  }
  await change(prepare)
  return change
}

// Rule: M-EMBED-27
test('the element has its attributes and properties when it is mounted, each time', async () => {
  const change = await show()
  for (const _ of ['first', 'second']) {
    expect(element().getAttribute('api')).toBe(API)
    expect(element().getAttribute('theme')).toBe('dark')
    expect(element().getAttribute('period')).toBe('1')
    expect(await element().getToken?.('initial')).toBe('first')
    expect(element().querySelector('[slot=loader]')?.textContent).toBe('Um momento…')
    await change((page) => page.open.set(false))
    expect(document.querySelector('atalaia-analytics')).toBeNull()
    await change((page) => page.open.set(true))
  }
})

test('changed inputs reach the element', async () => {
  const change = await show()
  await change((page) => {
    page.theme.set(undefined)
    page.place.set('page=3')
    page.getToken.set(() => 'second')
  })
  expect(element().hasAttribute('theme')).toBe(false)
  expect(element().getAttribute('place')).toBe('page=3')
  expect(await element().getToken?.('expired')).toBe('second')
})

test('each event is an output, once, with its detail', async () => {
  await show()
  send('ready', { version: '1.0.0' })
  send('email-added', { email: 'a@b.example' })
  send('view-change', { filter: '', place: 'page=2' })
  send('error', { code: 'internal', message: '' })
  send('session-expired')
  expect(heard.mock.calls).toEqual([
    ['ready', { version: '1.0.0' }],
    ['email-added', { email: 'a@b.example' }],
    ['view-change', { filter: '', place: 'page=2' }],
    ['error', { code: 'internal', message: '' }],
    ['session-expired', undefined],
  ])
})

test('a script that does not come is the output loadError', async () => {
  await show((page) => page.gateway.set(DOWN))
  failScript()
  await vi.waitFor(() =>
    expect(heard).toHaveBeenCalledWith(
      'load-error',
      expect.objectContaining({ message: expect.stringContaining(DOWN) }),
    ),
  )
})
