/**
 * Names of the themes (P-THEME-1), in the order in which the menu offers them. `@atalaia/ui` has a stylesheet and the label of
 * each: `shared/ui/src/themes.ts` does not compile without one of them.
 */
export const THEME_NAMES = ['dark', 'light', 'sea', 'sky', 'rain', 'middle'] as const
export type ThemeName = (typeof THEME_NAMES)[number]

/** Theme of a page whose storage names none, or an unknown one. */
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
 * Attribute of the document's root while its text stands in a font of the system, in the measures of the product's font, which
 * is loaded after the first screen (M-SPEED-7). `shared/ui/src/styles/tokens.css` names it too.
 */
export const LATE_FONT_ATTRIBUTE = 'data-late-font'

/** True where `value` is one of {@link THEME_NAMES}. */
export const isThemeName = (value: unknown): value is ThemeName => THEME_NAMES.some((name) => name === value)
