import { SIDEBAR_ID } from '../layout/sidebar.tsx'
import { followIntent } from './follow-intent.ts'

const prepare = jest.fn<Promise<void>, [string]>(async () => {})
const prepared = () => prepare.mock.calls.map(([path]) => path)

// Listeners of the document stay for all tests: each path counts once here.
beforeAll(() => followIntent(document, { prepare }))
beforeEach(() => {
  prepare.mockClear()
  history.replaceState(null, '', '/app/main/analytics')
  document.body.innerHTML = `
    <aside id="${SIDEBAR_ID}"><a href="/app/main"><b>Dashboard</b></a><a href="/app/profile">Profile</a></aside>
    <main><a href="/app/settings">Settings</a><input></main>`
})
afterEach(() => Reflect.deleteProperty(navigator, 'connection'))

const sign = (selector: string, type: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }))

// Rule: M-SPEED-5
test.each(['pointerover', 'focusin', 'touchstart'])(
  "on %s, the page behind the sidebar's link is made ready",
  (type) => {
    sign('aside b', type)
    sign('aside a:last-child', type)
    sign('main a', type)
    expect(prepared()).toEqual(['/app/main/analytics', '/app/profile'])
  },
)

// Rule: M-SPEED-5
test('the dashboard is made ready while somebody types at the login, and nowhere else', () => {
  for (const path of ['/', '/register', '/app/main/analytics', '/login']) {
    history.replaceState(null, '', path)
    sign('input', 'input')
    expect([path, prepared()]).toEqual([path, path === '/login' ? ['/app/main/analytics'] : []])
  }
})

// Rule: M-SPEED-5
test('people who ask to save data get nothing before they open it', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  history.replaceState(null, '', '/login')
  sign('input', 'input')
  sign('aside b', 'pointerover')
  expect(prepared()).toEqual([])
})
