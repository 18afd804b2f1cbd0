import type { ThemeName } from '@atalaia/contracts'
import { configureStore, createSlice, useDispatch, useSelector, type PayloadAction } from '@atalaia/react/redux'

/** The state of the shell's layout: the theme, and whether the sidebar's drawer is open on small screens. */
export type LayoutState = { readonly theme: ThemeName; readonly sidebar: 'open' | 'closed' }

// P-THEME-5: the state's own theme is sea; at start the stored theme (default dark) replaces it.
const initialState: LayoutState = { theme: 'sea', sidebar: 'closed' }

const layoutSlice = createSlice({
  name: 'layout',
  initialState,
  reducers: {
    themeChosen: (state, { payload }: PayloadAction<ThemeName>) => ({ ...state, theme: payload }),
    sidebarToggled: (state) => ({ ...state, sidebar: state.sidebar === 'open' ? 'closed' : 'open' }),
    sidebarClosed: (state) => ({ ...state, sidebar: 'closed' }),
  },
})

export const { themeChosen, sidebarToggled, sidebarClosed } = layoutSlice.actions

/** Creates the shell's own store, which remotes never see. Default of `theme`: the state's own (P-THEME-5). */
export const createShellStore = (theme: ThemeName = initialState.theme) => {
  const store = configureStore({ reducer: { layout: layoutSlice.reducer } })
  store.dispatch(themeChosen(theme))
  return store
}

export type ShellStore = ReturnType<typeof createShellStore>

export const useShellDispatch = useDispatch.withTypes<ShellStore['dispatch']>()
export const useLayout = useSelector.withTypes<{ layout: LayoutState }>()
