/** The themes (P-THEME-1); the first is the default. The name is the class that `body` carries. */
export const themeNames = ['dark', 'light', 'sea', 'sky', 'rain', 'middle'] as const
export type ThemeName = (typeof themeNames)[number]

export interface ThemeInfo {
  name: ThemeName
  /** For a theme switch. */
  label: string
  /** For `<meta name="theme-color">`: the theme's `--ui-bg`. */
  color: string
  scheme: 'dark' | 'light'
}

/** Facts of each theme that are needed outside of the stylesheet. */
export const themes: Record<ThemeName, ThemeInfo> = {
  dark: { name: 'dark', label: 'Escuro', color: '#0a0e16', scheme: 'dark' },
  light: { name: 'light', label: 'Claro', color: '#f4f6f9', scheme: 'light' },
  sea: { name: 'sea', label: 'Mar', color: '#06171d', scheme: 'dark' },
  sky: { name: 'sky', label: 'Céu', color: '#e6f0f9', scheme: 'light' },
  rain: { name: 'rain', label: 'Chuva', color: '#16181c', scheme: 'dark' },
  middle: { name: 'middle', label: 'Meio-termo', color: '#eef0f3', scheme: 'light' },
}
