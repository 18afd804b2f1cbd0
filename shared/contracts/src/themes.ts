/** The themes (P-THEME-1); the first is the default. */
export const themes = ['dark', 'light', 'sea', 'sky', 'rain', 'middle'] as const
export type Theme = (typeof themes)[number]
export const defaultTheme: Theme = 'dark'

/** Is `value` one of the {@link themes}? Anything else counts as {@link defaultTheme}. */
export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value)
