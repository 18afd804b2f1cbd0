import { prerender } from './prerender.tsx'

const waiting = () => {
  const root = document.createElement('div')
  root.innerHTML = prerender().html.replaceAll('%BRAND%', 'Atalaia').replaceAll('%TITLE%', 'Analises')
  return root
}

test('the waiting page names brand and page in the frame of the app layout, where the shell finds it', () => {
  const root = waiting()
  expect(root.querySelector('.shell-layout[data-waiting] .shell-brand')).toHaveTextContent('Atalaia')
  expect(root.querySelector('main .ui-page-header__title')).toHaveTextContent('Analises')
  expect(root.querySelector('main')).toHaveAttribute('aria-busy', 'true')
  expect(root.querySelectorAll('main .shell-skeleton-card')).toHaveLength(4)
})

test('the waiting page has nothing that needs a script: no link, no button, no inline style', () => {
  expect(waiting().querySelector('a, button, [style], script')).toBeNull()
})
