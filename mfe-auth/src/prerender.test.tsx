import { WAITING_ATTRIBUTE, WAITING_WHOLE } from '@atalaia/contracts'
import descriptor from '../remote.json'
import { prerender } from './prerender.tsx'
import { openAuth } from './testing/open-auth.tsx'

const waitingFor = (page: 'login' | 'register') => {
  const root = document.createElement('div')
  root.innerHTML = prerender()[page].html.replaceAll('%BRAND%', 'Atalaia')
  return root
}

const words = (root: Element, selector: string) => root.querySelector(selector)?.textContent
const labels = (root: Element) => [...root.querySelectorAll('.form-label')].map(({ textContent }) => textContent)

// Rule: P-LOGIN-13, P-REGISTER-13
test.each(['login', 'register'] as const)(
  'before its code is there, the page %s has its words, and nothing to press or fill in',
  async (page) => {
    const waiting = waitingFor(page)
    expect(waiting.querySelector(`[${WAITING_ATTRIBUTE}=${WAITING_WHOLE}]`)).not.toBeNull()
    expect(waiting.querySelector('a, button, input, label, h1, [style], script')).toBeNull()

    await openAuth(`/${page}`)
    for (const selector of ['.auth-brand', '.auth-title', '.auth-lead', '.auth-or', '.auth-switch'])
      expect(words(waiting, selector)).toBe(words(document.body, selector))
    expect(labels(waiting)).toEqual(labels(document.body))
  },
)

// Rule: M-BUS-7
test('the remote of the account asks for the token', () => {
  expect(descriptor.token).toBe(true)
})
