import type { SessionState } from './session.ts'
import type { ThemeName } from './themes.ts'

/** Kinds of toast, in the order of their weight. */
export type ToastKind = 'success' | 'info' | 'warning' | 'error'

/** The result of a login; the shell decides whether it becomes a session. */
export type LoginOutcome =
  | { readonly kind: 'token'; readonly accessToken: string }
  /** Demonstration mode without a backend only; the shell refuses it elsewhere. */
  | { readonly kind: 'demo'; readonly email: string }

/** All events of the bus, by name. */
export type BusEvents = {
  /** Written by the shell alone; a late subscriber gets the current state at once. */
  'session:changed': SessionState
  /** Written by the shell alone; a late subscriber gets the current theme at once. */
  'theme:changed': { readonly theme: ThemeName }
  /** Published by mfe-auth; the shell answers with `session:changed`. */
  'login:succeeded': LoginOutcome
  /** Asks the shell to end the session. */
  'logout:requested': { readonly reason: 'logout' | 'unauthorized' }
  /** Asks the shell to show a toast (P-TOAST-1). */
  'toast:requested': { readonly kind: ToastKind; readonly text: string }
}

export type BusEventName = keyof BusEvents

/**
 * Events that describe the shell's own state. The shell alone publishes them: `publish` throws for a remote. The last
 * value of each reaches a late subscriber at once.
 */
export const shellEvents: readonly BusEventName[] = ['session:changed', 'theme:changed']
