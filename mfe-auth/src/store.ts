import type { RemoteContext } from '@atalaia/contracts'
import type { SecondStep } from '@atalaia/contracts/second-factor'
import {
  combineReducers,
  configureStore,
  createSlice,
  useDispatch,
  useSelector,
  type PayloadAction,
  type ThunkAction,
  type UnknownAction,
} from '@atalaia/react/redux'

export type RequestState = {
  readonly isFetching: boolean
  readonly errorMessage: string
  /** Refused because the company of the address requires its own way in. */
  readonly isCompanyOnly?: boolean
}

const idle: RequestState = { isFetching: false, errorMessage: '' }
/** Clears the earlier message (P-LOGIN-10). */
const requesting: RequestState = { isFetching: true, errorMessage: '' }
const failed = (errorMessage: string): RequestState => ({ isFetching: false, errorMessage })

/** For empty input, and for a token that the shell rejects (P-LOGIN-5, P-LOGIN-9, P-REGISTER-10). */
export const SOMETHING_WRONG = 'Something was wrong. Try again'

type WaitingStep = SecondStep | null
const noStep = (): WaitingStep => null
const stepSlice = createSlice({
  name: 'secondStep',
  initialState: noStep,
  reducers: {
    stepAsked: (_state, { payload }: PayloadAction<SecondStep>): WaitingStep => payload,
    /** The payload is the reason; '' when the person wanted it. */
    stepEnded: (_state, _action: PayloadAction<string>): WaitingStep => null,
  },
})
export const { stepAsked, stepEnded } = stepSlice.actions

const loginSlice = createSlice({
  name: 'login',
  initialState: idle,
  reducers: {
    loginRequested: () => requesting,
    loginSucceeded: () => idle,
    loginFailed: (_state, { payload }: PayloadAction<string>) => failed(payload),
    loginLeftToCompany: (_state, { payload }: PayloadAction<string>) => ({ ...failed(payload), isCompanyOnly: true }),
    loginRejected: () => failed(SOMETHING_WRONG),
    loginLeft: () => idle,
  },
  extraReducers: (builder) => {
    builder.addCase(stepEnded, (_state, { payload }) => failed(payload))
  },
})
export const { loginRequested, loginSucceeded, loginFailed, loginLeftToCompany, loginRejected, loginLeft } =
  loginSlice.actions

const registerSlice = createSlice({
  name: 'register',
  initialState: idle,
  reducers: {
    registerRequested: () => requesting,
    registerSucceeded: () => idle,
    registerFailed: (_state, { payload }: PayloadAction<string>) => failed(payload),
    registerLeft: () => idle,
  },
})
export const { registerRequested, registerSucceeded, registerFailed, registerLeft } = registerSlice.actions

const reducer = combineReducers({
  login: loginSlice.reducer,
  secondStep: stepSlice.reducer,
  register: registerSlice.reducer,
})

export const createAuthStore = (context: RemoteContext) =>
  configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: context } }),
  })

type Store = ReturnType<typeof createAuthStore>
type RootState = ReturnType<typeof reducer>
export type AuthThunk<Result> = ThunkAction<Promise<Result>, RootState, RemoteContext, UnknownAction>

export const useAuthDispatch = useDispatch.withTypes<Store['dispatch']>()
export const useAuthSelector = useSelector.withTypes<RootState>()
