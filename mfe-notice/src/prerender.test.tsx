import { WAITING_ATTRIBUTE, WAITING_WHOLE } from '@atalaia/contracts'
import { prerender } from './prerender.tsx'

// Rule: P-NOTICE-42
test('before its code is there, the page has words, nothing to press, and the way without JavaScript', () => {
  const root = document.createElement('div')
  root.innerHTML = prerender().html.replaceAll('%BRAND%', 'Farol')
  expect(root.querySelector(`[${WAITING_ATTRIBUTE}=${WAITING_WHOLE}]`)).not.toBeNull()
  expect(root.querySelector('a, button, input, h1, [style], script')).toBeNull()
  expect(root).toHaveTextContent(/Farol.*Um aviso para você/)
  expect(root.querySelector('noscript')).toHaveTextContent(/segundo link/)
})

test('no search engine keeps the page, and no request names its address', () => {
  const { head } = prerender()
  expect(head).toMatch(/name="robots" content="noindex/)
  expect(head).toMatch(/name="referrer" content="no-referrer"/)
})
