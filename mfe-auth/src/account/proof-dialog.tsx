import { Alert, Button, Dialog } from '@atalaia/ui'
import type { ReactNode } from 'react'
import type { RequestState } from '../store.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** The proof that a call carries: the password, where the login is some time ago. */
export type Proof = { readonly senha?: string }

type ProofDialogProps = {
  readonly title: string
  /** The act, in the infinitive, for who has to log in anew. */
  readonly what: string
  readonly confirmLabel: string
  /** Default: `danger`. */
  readonly variant?: 'danger' | 'primary'
  /** The proof that the act needs now, as the server has told it (`confirmar`). */
  readonly proof: string | undefined
  readonly state: RequestState
  readonly onClose: () => void
  readonly onConfirm: (proof: Proof) => void
  readonly children: ReactNode
}

/** Asks before an act that needs a fresh login, and for the password of who has not just logged in (P-SESSION-21). */
export const ProofDialog = (props: ProofDialogProps) => {
  const { title, what, confirmLabel, variant = 'danger', proof, state, onClose, onConfirm, children } = props
  if (proof === 'senha')
    return (
      <PasswordDialog
        title={title}
        confirmLabel={confirmLabel}
        variant={variant}
        state={state}
        onClose={onClose}
        onConfirm={(senha) => onConfirm({ senha })}
      >
        {children}
      </PasswordDialog>
    )
  const mustLogIn = proof === 'entrada'
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          {!mustLogIn && (
            <Button variant={variant} busy={state.isFetching} onClick={() => onConfirm({})}>
              {confirmLabel}
            </Button>
          )}
        </>
      }
    >
      <p>{mustLogIn ? `Para ${what}, saia e entre de novo: assim sabemos que é você.` : children}</p>
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
    </Dialog>
  )
}
