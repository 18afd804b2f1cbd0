import { DELETION_GRACE_DAYS, leavingSchema } from '@atalaia/contracts'
import type { ReactNode } from 'react'
import { useCall } from '../recovery/use-call.ts'
import { PasswordDialog } from './password-dialog.tsx'

type LeaveDialogProps = {
  readonly title: string
  /** The path to which the wish is sent, with the password. */
  readonly path: string
  readonly onClose: () => void
  /** Called with the ISO 8601 instant of the deletion. */
  readonly onLeft: (instant: string) => void
  /** Words about the things that are going to be deleted. */
  readonly children: ReactNode
}

/** Asks for the password, and for a deletion after a time of grace. */
export const LeaveDialog = ({ title, path, onClose, onLeft, children }: LeaveDialogProps) => {
  const { state, run } = useCall()
  const leave = async (senha: string) => {
    const answer = await run('deletion', (http) => http.postJson(path, { senha }, leavingSchema))
    if (answer) onLeft(answer.exclui_em)
  }
  return (
    <PasswordDialog
      title={title}
      confirmLabel={`Excluir em ${DELETION_GRACE_DAYS} dias`}
      state={state}
      onClose={onClose}
      onConfirm={(senha) => void leave(senha)}
    >
      {children}
    </PasswordDialog>
  )
}
