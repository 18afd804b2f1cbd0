import { themeOfChoice, type ThemeChoice, type ThemeName } from '@atalaia/contracts'
import { configureStore, createSlice, useDispatch, useSelector, type PayloadAction } from '@atalaia/react/redux'

/** The state of the shell's layout: the theme with the choice behind it, and whether the sidebar's drawer is open on small screens. */
export type LayoutState = {
  readonly theme: ThemeName
  readonly choice: ThemeChoice
  readonly sidebar: 'open' | 'closed'
}

// P-THEME-5: the state's own theme is sea; at start the stored theme (default dark) replaces it.
const initialState: LayoutState = { theme: 'sea', choice: 'sea', sidebar: 'closed' }

type Chosen = { readonly choice: ThemeChoice; readonly prefersLight: boolean }

const layoutSlice = createSlice({
  name: 'layout',
  initialState,
  reducers: {
    themeChosen: (state, { payload: { choice, prefersLight } }: PayloadAction<Chosen>) => ({
      ...state,
      choice,
      theme: themeOfChoice(choice, prefersLight),
    }),
    sidebarToggled: (state) => ({ ...state, sidebar: state.sidebar === 'open' ? 'closed' : 'open' }),
    sidebarClosed: (state) => ({ ...state, sidebar: 'closed' }),
  },
})

export const { themeChosen, sidebarToggled, sidebarClosed } = layoutSlice.actions

/** Creates the shell's own store, which remotes never see. Default of `choice`: the state's own theme (P-THEME-5). */
export const createShellStore = (choice: ThemeChoice = initialState.choice, prefersLight = false) => {
  const store = configureStore({ reducer: { layout: layoutSlice.reducer } })
  store.dispatch(themeChosen({ choice, prefersLight }))
  return store
}

export type ShellStore = ReturnType<typeof createShellStore>

export const useShellDispatch = useDispatch.withTypes<ShellStore['dispatch']>()
export const useLayout = useSelector.withTypes<{ layout: LayoutState }>()
