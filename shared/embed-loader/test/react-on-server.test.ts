import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { AtalaiaAnalytics } from '../src/react.ts'

const props = { gateway: 'https://atalaia.example', api: 'https://atalaia.example/api', getToken: () => 'token' }
const PLACEHOLDER =
  '<template shadowrootmode="open"><svg display="block" width="1" height="700" aria-hidden="true"></svg></template>'

let logged: jest.SpyInstance
beforeEach(() => (logged = jest.spyOn(console, 'error').mockImplementation()))
afterEach(() => logged.mockRestore())

test('a server renders the element with its attributes and its reserved height, without a style and without a warning', () => {
  const html = renderToString(createElement(AtalaiaAnalytics, { ...props, theme: 'dark', reservedHeight: 700 }))
  expect(html).toBe(
    `<atalaia-analytics api="https://atalaia.example/api" theme="dark">${PLACEHOLDER}</atalaia-analytics>`,
  )
  expect(logged).not.toHaveBeenCalled()
})

test('the reserved height stands before the children', () => {
  const loader = createElement('p', { slot: 'loader' }, 'Um momento…')
  const html = renderToString(createElement(AtalaiaAnalytics, { ...props, reservedHeight: 700 }, loader))
  expect(html).toContain(`>${PLACEHOLDER}<p slot="loader">Um momento…</p></atalaia-analytics>`)
  expect(logged).not.toHaveBeenCalled()
})

test('without a reserved height the element is empty', () => {
  expect(renderToString(createElement(AtalaiaAnalytics, props))).toMatch(
    /^<atalaia-analytics [^>]*><\/atalaia-analytics>$/,
  )
})
