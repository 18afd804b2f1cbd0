import { createBus } from '@atalaia/kernel'
import { consoleLogger } from '../platform/logger.ts'
import { browserStorage } from '../platform/browser.ts'
import { createShellStore, themeChosen } from './store.ts'
import { applyTheme, choiceOf, followScheme } from './theme.ts'

// Rule: P-THEME-6
test('who follows the system has its theme, now and when it changes, and the choice is stored', () => {
  localStorage.clear()
  const store = createShellStore(choiceOf(undefined))
  const bus = createBus(consoleLogger)
  applyTheme(store, bus, browserStorage)
  let isLight = true
  const scheme = new EventTarget()
  const change = () => scheme.dispatchEvent(new Event('change'))
  followScheme(
    store,
    () => isLight,
    (listener) => scheme.addEventListener('change', listener),
  )
  change()
  expect(document.body).toHaveClass('dark')
  store.dispatch(themeChosen({ choice: 'system', prefersLight: isLight }))
  expect(document.body).toHaveClass('light')
  expect(localStorage.getItem('theme')).toBe('system')
  isLight = false
  change()
  expect(document.body).toHaveClass('dark')
  expect(bus.peek('theme:changed')).toEqual({ theme: 'dark' })
  expect(choiceOf('system')).toBe('system')
})
