import { WAITING_ATTRIBUTE, WAITING_WHOLE } from '@atalaia/contracts'
import { screen } from '@testing-library/react'
import { prerender } from './prerender.tsx'
import { openShell } from './testing/open-shell.tsx'

beforeAll(() => {
  // jsdom has no layout to scroll.
  window.scrollTo = () => {}
})

const rendered = (page: keyof ReturnType<typeof prerender>) => {
  const root = document.createElement('div')
  root.innerHTML = prerender()[page].html.replaceAll('%BRAND%', 'Atalaia').replaceAll('%TITLE%', 'Analises')
  return root
}

test('the waiting page names brand and page in the frame of the app layout, where the shell finds it', () => {
  const root = rendered('waiting')
  expect(root.querySelector('.shell-layout[data-waiting] .shell-brand')).toHaveTextContent('Atalaia')
  expect(root.querySelector('main .ui-page-header__title')).toHaveTextContent('Analises')
  expect(root.querySelector('main')).toHaveAttribute('aria-busy', 'true')
  expect(root.querySelectorAll('main .shell-skeleton-card')).toHaveLength(4)
})

test('the waiting page has nothing that needs a script: no link, no button, no inline style', () => {
  expect(rendered('waiting').querySelector('a, button, [style], script')).toBeNull()
})

const words = (root: Element) =>
  [
    ...root.querySelectorAll(
      '.shell-lone-brand, .shell-lone-card > p, .shell-lone-title, .form-label, .shell-lone-links > *',
    ),
  ].map(({ textContent }) => textContent)

// Rule: P-ROUTE-14
test.each([
  ['error', '/error'],
  ['notFound', '/nowhere'],
] as const)(
  'before its code is there, the page %s has its words, and nothing to press or fill in',
  async (page, at) => {
    const root = rendered(page)
    expect(root.querySelector(`[${WAITING_ATTRIBUTE}=${WAITING_WHOLE}]`)).not.toBeNull()
    expect(root.querySelector('a, button, input, label, h1, [style], script')).toBeNull()

    openShell({ at })
    await screen.findByRole('heading', { level: 1 })
    expect(words(root).length).toBeGreaterThan(4)
    expect(words(root)).toEqual(words(document.body))
  },
)
