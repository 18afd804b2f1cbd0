import type { RemoteContext } from '@atalaia/contracts'
import {
  combineReducers,
  configureStore,
  useDispatch,
  useSelector,
  type ThunkAction,
  type UnknownAction,
} from '@atalaia/react/redux'
import { loginReducer } from './login/login-slice.ts'
import { registerReducer } from './register/register-slice.ts'

const reducer = combineReducers({ login: loginReducer, register: registerReducer })

/** The remote's own store; its thunks reach the network and the bus through the context only. */
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
