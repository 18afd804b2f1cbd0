import type { Bus, SessionState } from '@atalaia/contracts'
import type { Session } from '@atalaia/kernel'
import { ToastClose, ToastIcon } from '@atalaia/ui'
import { toast, ToastContainer, type Id } from 'react-toastify/unstyled'

/** P-TOAST-1 */
const TOAST_DURATION_MS = 10_000

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
 * Shows the bus's toasts until another person is signed in than at the request (P-TOAST-3). Early
 * toasts wait for `Toasts`.
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

/** Address; '': a person without an address; `undefined`: no person. */
const ownerOf = (state: SessionState): string | undefined =>
  state.status === 'active' ? (state.user.email ?? '') : undefined
