/**
 * Themes (P-THEME-1) in menu order. `@atalaia/ui` has a stylesheet and label for each;
 * `shared/ui/src/themes.ts` fails to compile otherwise.
 */
export const THEME_NAMES = ['dark', 'light', 'sea', 'sky', 'rain', 'middle'] as const
export type ThemeName = (typeof THEME_NAMES)[number]

/** Theme without a valid stored name. */
export const DEFAULT_THEME: ThemeName = 'dark'

/** The stored choice of the theme that the system asks for (P-THEME-6). */
export const SYSTEM_THEME = 'system'

/** A theme as a person chooses and stores it. */
export type ThemeChoice = ThemeName | typeof SYSTEM_THEME

/** The theme of a stored choice: dark for none and for an unknown one. `prefersLight`: whether the system asks for a light theme. */
export const themeOfChoice = (stored: unknown, prefersLight: boolean): ThemeName => {
  if (stored === SYSTEM_THEME) return prefersLight ? 'light' : 'dark'
  return isThemeName(stored) ? stored : DEFAULT_THEME
}

/**
 * Marks the document while a system font replaces the product's font, which loads after the first
 * screen (M-SPEED-7). `shared/ui/src/styles/tokens.css` uses the same name.
 */
export const LATE_FONT_ATTRIBUTE = 'data-late-font'

export const isThemeName = (value: unknown): value is ThemeName => THEME_NAMES.some((name) => name === value)
