import type { Bus, SessionState } from '@atalaia/contracts'
import type { Session } from '@atalaia/kernel'
import { ToastClose, ToastIcon } from '@atalaia/ui'
import { toast, ToastContainer, type Id } from 'react-toastify/unstyled'

/** The time that a toast stays (P-TOAST-1). */
const TOAST_DURATION_MS = 10_000

/** The place of the toasts; they pause under the pointer and while the window has no focus. */
export const Toasts = () => (
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

/**
 * Shows each toast that the bus requests from now on until the person that it was requested for is no longer the one signed
 * in (P-TOAST-3). One that comes before `Toasts` has rendered waits for it.
 */
export const followToasts = (bus: Bus, session: Pick<Session, 'state'>): void => {
  const owners = new Map<Id, string | undefined>()
  bus.subscribe('toast:requested', ({ kind, text }) => {
    owners.set(toast(text, { type: kind }), ownerOf(session.state()))
  })
  bus.subscribe('session:changed', (state) => {
    const owner = ownerOf(state)
    for (const [id, of] of owners) {
      if (of === owner) continue
      owners.delete(id)
      toast.dismiss(id)
    }
  })
}

/** The person who is signed in: an address, '' for a person without one, `undefined` for nobody. */
const ownerOf = (state: SessionState): string | undefined =>
  state.status === 'active' ? (state.user.email ?? '') : undefined
