import type { SessionState } from './session.ts'
import type { ThemeName } from './themes.ts'

/** In order of weight. */
export type ToastKind = 'success' | 'info' | 'warning' | 'error'

/** The shell decides whether it becomes a session. */
export type LoginOutcome =
  | { readonly kind: 'token'; readonly accessToken: string }
  /** For demonstrations without a backend. The shell refuses it elsewhere. */
  | { readonly kind: 'demo'; readonly email: string }

export type BusEvents = {
  /** The shell publishes it. Late subscribers get the current state. */
  'session:changed': SessionState
  /** The shell publishes it. Late subscribers get the current theme. */
  'theme:changed': { readonly theme: ThemeName }
  /** The shell publishes the summary's `revisao`. From contract 1.16; older shells throw. */
  'numbers:changed': { readonly revision: string }
  /** mfe-auth publishes it; the shell answers with `session:changed`. */
  'login:succeeded': LoginOutcome
  /** Asks the shell to end the session. */
  'logout:requested': { readonly reason: 'logout' | 'unauthorized' }
  /** Asks the shell to show a toast (P-TOAST-1). */
  'toast:requested': { readonly kind: ToastKind; readonly text: string }
}

export type BusEventName = keyof BusEvents

/** Only the shell publishes these: `publish` throws for a remote. Late subscribers get the last value. */
export const shellEvents: readonly BusEventName[] = ['session:changed', 'theme:changed', 'numbers:changed']
