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

/** State of the request of one form. `errorMessage` is empty until the request has failed. */
export type RequestState = {
  readonly isFetching: boolean
  readonly errorMessage: string
  /** True where it was refused because the address's company has a way in of its own. */
  readonly isCompanyOnly?: boolean
}

const idle: RequestState = { isFetching: false, errorMessage: '' }
/** The message of the attempt before is gone (P-LOGIN-10). */
const requesting: RequestState = { isFetching: true, errorMessage: '' }
const failed = (errorMessage: string): RequestState => ({ isFetching: false, errorMessage })

/** The message for an empty input, and for a token that the shell rejects (P-LOGIN-5, P-LOGIN-9, P-REGISTER-10). */
export const SOMETHING_WRONG = 'Something was wrong. Try again'

type WaitingStep = SecondStep | null
const noStep = (): WaitingStep => null
/** The second step that the login waits for; `null`: none. */
const stepSlice = createSlice({
  name: 'secondStep',
  initialState: noStep,
  reducers: {
    stepAsked: (_state, { payload }: PayloadAction<SecondStep>): WaitingStep => payload,
    /** The login begins anew; the payload says why, '' where the person wanted it. */
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
    /** The shell rejected the token. */
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

/** Creates the remote's store. Its thunks reach the network and the bus only through the context. */
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
