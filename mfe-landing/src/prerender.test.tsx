import { createFakeContext, routeElement } from '@atalaia/testing'
import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { prerender } from './prerender.tsx'
import * as remote from './remote.tsx'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const serve = (brand: string) => {
  const root = document.createElement('div')
  root.innerHTML = prerender().html.replaceAll('%BRAND%', escaped(brand))
  document.body.append(root)
  return root
}

let hydrated: Root | undefined
afterEach(() => {
  act(() => hydrated?.unmount())
  document.body.replaceChildren()
})

test.each(['Atalaia', 'Vigia & "Cia" <1>'])(
  'the page of %s hydrates in silence, on the nodes that stood there',
  async (brand) => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => {})
    const differs = jest.fn()
    const { context } = createFakeContext({ name: 'mfe-landing', token: false, config: { brand } })
    const route = await routeElement(remote, context, { id: 'landing', path: '/' })
    const root = serve(brand)
    const before = [...root.querySelectorAll('*')]
    act(() => {
      hydrated = hydrateRoot(root, route, { onRecoverableError: differs })
    })
    expect(root.querySelectorAll('*')).toHaveLength(before.length)
    expect([...root.querySelectorAll('*')].every((element, at) => element === before[at])).toBe(true)
    expect(differs).not.toHaveBeenCalled()
    expect(said).not.toHaveBeenCalled()
  },
)

// Rule: P-LANDING-10
test('the page reads and its links work before any script has run', () => {
  const root = serve('Atalaia')
  expect(root.querySelector('h1')).toHaveTextContent('Saiba quais contas da sua empresa vazaram.')
  const addresses = [...root.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(addresses).toEqual(expect.arrayContaining(['/login', '/register', '#produto', '#sobre']))
  expect(root.innerHTML).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
})

test('the head tells search engines and social networks about the page, with absolute addresses', () => {
  const head = document.createElement('div')
  head.innerHTML = prerender().head.replaceAll('%BRAND%', 'Atalaia').replaceAll('%ORIGIN%', 'https://atalaia.example')
  const content = (name: string) =>
    head.querySelector(`[name="${name}"], [property="${name}"]`)?.getAttribute('content')
  expect(content('description')).toMatch(/^O Atalaia procura/)
  expect(content('og:url')).toBe('https://atalaia.example/')
  expect(content('og:image')).toMatch(/^https:\/\/atalaia\.example/)
  expect(content('og:title')).toContain('Atalaia')
  expect(head.querySelector('link[rel=canonical]')).toHaveAttribute('href', 'https://atalaia.example/')
  const data: unknown = JSON.parse(head.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
  expect(data).toMatchObject({ '@type': 'WebApplication', name: 'Atalaia', url: 'https://atalaia.example/' })
})
