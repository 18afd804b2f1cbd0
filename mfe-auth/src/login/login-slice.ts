import { createSlice, type PayloadAction } from '@atalaia/react/redux'
import { failed, idle, requesting, SOMETHING_WRONG } from '../request-state.ts'

const slice = createSlice({
  name: 'login',
  initialState: idle,
  reducers: {
    loginRequested: () => requesting,
    loginSucceeded: () => idle,
    loginFailed: (_state, { payload }: PayloadAction<string>) => failed(payload),
    /** The shell rejected the token. */
    loginRejected: () => failed(SOMETHING_WRONG),
    loginLeft: () => idle,
  },
})

export const loginReducer = slice.reducer
export const { loginRequested, loginSucceeded, loginFailed, loginRejected, loginLeft } = slice.actions
