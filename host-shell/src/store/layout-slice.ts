import { DEFAULT_THEME, isThemeName, type ThemeName } from '@atalaia/contracts'
import { createSlice, type PayloadAction } from '@atalaia/react/redux'

/** The shell's own state: theme, and the drawer that the sidebar is on small screens. */
export type LayoutState = { readonly theme: ThemeName; readonly sidebar: 'open' | 'closed' }

// P-THEME-5. Start-up puts the stored theme (default: dark) in its place.
const initialState: LayoutState = { theme: 'sea', sidebar: 'closed' }

export const layoutSlice = createSlice({
  name: 'layout',
  initialState,
  reducers: {
    themeChosen: (state, { payload }: PayloadAction<ThemeName>) => ({ ...state, theme: payload }),
    sidebarToggled: (state) => ({ ...state, sidebar: state.sidebar === 'open' ? 'closed' : 'open' }),
    sidebarClosed: (state) => ({ ...state, sidebar: 'closed' }),
  },
})

/** The theme that a stored name stands for; an unknown one counts as the default. */
export const themeOf = (stored: string | undefined): ThemeName => (isThemeName(stored) ? stored : DEFAULT_THEME)

export const { themeChosen, sidebarToggled, sidebarClosed } = layoutSlice.actions
