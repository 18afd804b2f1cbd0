import { DEFAULT_THEME, isThemeName, STORAGE_KEYS, THEME_NAMES, type Bus, type ThemeName } from '@atalaia/contracts'
import type { PageStorage } from '@atalaia/kernel'
import type { ShellStore } from './store.ts'

/** The theme of a stored name; an unknown name counts as the default theme. */
export const themeOf = (stored: string | undefined): ThemeName => (isThemeName(stored) ? stored : DEFAULT_THEME)

/** Applies the store's theme to the page, the storage and the bus, now and at each change (P-THEME-3). */
export const applyTheme = (store: ShellStore, bus: Bus, storage: PageStorage): void => {
  let applied: string | undefined
  const apply = () => {
    const { theme } = store.getState().layout
    if (theme === applied) return
    if (applied !== undefined) storage.write(STORAGE_KEYS.theme, theme)
    applied = theme
    document.body.classList.remove(...THEME_NAMES)
    document.body.classList.add(theme)
    bus.publish('theme:changed', { theme })
  }
  apply()
  store.subscribe(apply)
}
