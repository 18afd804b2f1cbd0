import type { ThemeName } from '@atalaia/contracts'

export interface ThemeInfo {
  name: ThemeName
  /** In the theme switch. */
  label: string
  /** The theme's `--ui-bg`, for `<meta name="theme-color">`. */
  color: string
  scheme: 'dark' | 'light'
}

/** For use outside the stylesheet. `body` carries the theme's name as class. */
export const themes: Record<ThemeName, ThemeInfo> = {
  dark: { name: 'dark', label: 'Escuro', color: '#0a0e16', scheme: 'dark' },
  light: { name: 'light', label: 'Claro', color: '#f4f6f9', scheme: 'light' },
  sea: { name: 'sea', label: 'Mar', color: '#06171d', scheme: 'dark' },
  sky: { name: 'sky', label: 'Céu', color: '#e6f0f9', scheme: 'light' },
  rain: { name: 'rain', label: 'Chuva', color: '#16181c', scheme: 'dark' },
  middle: { name: 'middle', label: 'Meio-termo', color: '#eef0f3', scheme: 'light' },
}
