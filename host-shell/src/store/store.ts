import type { ThemeName } from '@atalaia/contracts'
import { configureStore, useDispatch, useSelector } from '@atalaia/react/redux'
import { layoutSlice, themeChosen, type LayoutState } from './layout-slice.ts'

/** The shell's store: layout and theme. Remotes never see it. */
export const createShellStore = (theme: ThemeName) => {
  const store = configureStore({ reducer: { layout: layoutSlice.reducer } })
  store.dispatch(themeChosen(theme))
  return store
}

export type ShellStore = ReturnType<typeof createShellStore>

export const useShellDispatch = useDispatch.withTypes<ShellStore['dispatch']>()
export const useLayout = useSelector.withTypes<{ layout: LayoutState }>()
