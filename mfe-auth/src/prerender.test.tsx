import { WAITING_ATTRIBUTE, WAITING_WHOLE } from '@atalaia/contracts'
import { prerender } from './prerender.tsx'
import { openAuth } from './testing/open-auth.tsx'

const waitingLogin = () => {
  const root = document.createElement('div')
  root.innerHTML = prerender().login.html.replaceAll('%BRAND%', 'Atalaia')
  return root
}

const words = (root: Element, selector: string) => root.querySelector(selector)?.textContent
const labels = (root: Element) => [...root.querySelectorAll('.form-label')].map(({ textContent }) => textContent)

// Rule: P-LOGIN-13
test('before its code is there, the login page has the words of the page and nothing to press or fill in', async () => {
  const waiting = waitingLogin()
  expect(waiting.querySelector(`[${WAITING_ATTRIBUTE}=${WAITING_WHOLE}]`)).not.toBeNull()
  expect(waiting.querySelector('a, button, input, label, h1, [style], script')).toBeNull()

  await openAuth('/login')
  for (const selector of ['.auth-brand', '.auth-title', '.auth-lead', '.auth-switch'])
    expect(words(waiting, selector)).toBe(words(document.body, selector))
  expect(labels(waiting)).toEqual(labels(document.body))
})
