import type { SessionState } from '@atalaia/contracts'
import { ToastClose, ToastIcon } from '@atalaia/ui'
import { useEffect, useRef } from 'react'
import { toast, ToastContainer, type Id } from 'react-toastify/unstyled'
import { useSessionState, useShell } from '../platform/shell-context.ts'

/** The time that a toast stays (P-TOAST-1). */
const TOAST_DURATION_MS = 10_000

/** Shows the toasts that the bus requests; they pause under the pointer and while the window has no focus. */
export const Toasts = () => {
  useRequestedToasts()
  return (
    <ToastContainer
      autoClose={TOAST_DURATION_MS}
      pauseOnHover
      pauseOnFocusLoss
      closeOnClick={false}
      icon={ToastIcon}
      closeButton={ToastClose}
      position="top-right"
      aria-label="Notificações"
    />
  )
}

/** Shows each requested toast until the person that it was requested for is no longer the one signed in (P-TOAST-3). */
const useRequestedToasts = (): void => {
  const { bus, session } = useShell()
  const owners = useRef(new Map<Id, string | undefined>())
  const owner = ownerOf(useSessionState())

  useEffect(
    () =>
      bus.subscribe('toast:requested', ({ kind, text }) => {
        owners.current.set(toast(text, { type: kind }), ownerOf(session.state()))
      }),
    [bus, session],
  )

  useEffect(() => {
    for (const [id, of] of owners.current) {
      if (of === owner) continue
      owners.current.delete(id)
      toast.dismiss(id)
    }
  }, [owner])
}

/** Who is signed in: an address, '' for a person without one, `undefined` for nobody. */
const ownerOf = (state: SessionState): string | undefined =>
  state.status === 'active' ? (state.user.email ?? '') : undefined
