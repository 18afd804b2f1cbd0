import {
  DEFAULT_THEME,
  isThemeName,
  STORAGE_KEYS,
  SYSTEM_THEME,
  THEME_NAMES,
  type Bus,
  type ThemeChoice,
} from '@atalaia/contracts'
import type { PageStorage } from '@atalaia/kernel'
import { themeChosen, type ShellStore } from './store.ts'

export const choiceOf = (stored: string | undefined): ThemeChoice =>
  stored === SYSTEM_THEME || isThemeName(stored) ? stored : DEFAULT_THEME

/** Applies to page, storage and bus, now and at each change (P-THEME-3). */
export const applyTheme = (store: ShellStore, bus: Bus, storage: PageStorage): void => {
  let applied: { readonly theme?: string; readonly choice?: string } = {}
  const apply = () => {
    const { theme, choice } = store.getState().layout
    if (applied.choice !== undefined && applied.choice !== choice) storage.write(STORAGE_KEYS.theme, choice)
    const isSame = applied.theme === theme
    applied = { theme, choice }
    if (isSame) return
    document.body.classList.remove(...THEME_NAMES)
    document.body.classList.add(theme)
    bus.publish('theme:changed', { theme })
  }
  apply()
  store.subscribe(apply)
}

/** Follows the system's theme while the person has chosen it (P-THEME-6). */
export const followScheme = (
  store: ShellStore,
  prefersLight: () => boolean,
  onChange: (listener: () => void) => void,
) =>
  onChange(() => {
    const { choice } = store.getState().layout
    if (choice === SYSTEM_THEME) store.dispatch(themeChosen({ choice, prefersLight: prefersLight() }))
  })
