import {
  combineReducers,
  configureStore,
  createAsyncThunk,
  createSlice,
  Provider,
  useDispatch,
  useSelector,
  type PayloadAction,
  type ThunkAction,
  type UnknownAction,
} from '@atalaia/react/redux'
import { Button, formatNumber, UNKNOWN } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Um estado em comum (Redux Toolkit)'

type Count = { readonly value: number; readonly status: 'idle' | 'loading' }

const initialState: Count = { value: 1280, status: 'idle' }

/** Simulates a call of the remote's HTTP client. */
const recount = createAsyncThunk('leaks/recount', async () => Promise.resolve(1284))

const leaks = createSlice({
  name: 'leaks',
  initialState,
  reducers: {
    added: (state, { payload }: PayloadAction<number>) => {
      state.value += payload
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(recount.pending, (state) => {
        state.status = 'loading'
      })
      .addCase(recount.fulfilled, (_, { payload }) => ({ value: payload, status: 'idle' })),
})

const reducer = combineReducers({ leaks: leaks.reducer })
type State = ReturnType<typeof reducer>
const makeStore = () => configureStore({ reducer })
type Dispatch = ReturnType<typeof makeStore>['dispatch']

const addTwo = (): ThunkAction<void, State, unknown, UnknownAction> => (dispatch) => {
  dispatch(leaks.actions.added(2))
}

const Counter = () => {
  const { value, status } = useSelector((state: State) => state.leaks)
  const dispatch = useDispatch<Dispatch>()
  return (
    <div className="kit-row">
      <span role="status">{status === 'loading' ? UNKNOWN : formatNumber(value)}</span>
      <Button size="small" onClick={() => dispatch(addTwo())}>
        Mais dois
      </Button>
      <Button size="small" variant="ghost" icon="refresh" onClick={() => void dispatch(recount())}>
        Contar de novo
      </Button>
    </div>
  )
}

/** A remote makes its own store for its screens. */
export const Example = () => {
  const [store] = useState(makeStore)
  return (
    <Provider store={store}>
      <Counter />
    </Provider>
  )
}
