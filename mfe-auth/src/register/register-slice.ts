import { createSlice, type PayloadAction } from '@atalaia/react/redux'
import { failed, idle, requesting } from '../request-state.ts'

const slice = createSlice({
  name: 'register',
  initialState: idle,
  reducers: {
    registerRequested: () => requesting,
    registerSucceeded: () => idle,
    registerFailed: (_state, { payload }: PayloadAction<string>) => failed(payload),
    registerLeft: () => idle,
  },
})

export const registerReducer = slice.reducer
export const { registerRequested, registerSucceeded, registerFailed, registerLeft } = slice.actions
