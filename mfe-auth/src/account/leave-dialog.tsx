import { DELETION_GRACE_DAYS, leavingSchema } from '@atalaia/contracts'
import type { ReactNode } from 'react'
import { useAction } from '../api-calls.ts'
import { Question } from '../operator/question.tsx'

type LeaveDialogProps = {
  readonly title: string
  /** The path to which the wish is sent. */
  readonly path: string
  readonly onClose: () => void
  readonly onLeft: () => void
  /** Words about the things that are going to be deleted. */
  readonly children: ReactNode
}

/** Asks before a deletion after a time of grace. */
export const LeaveDialog = ({ title, path, onClose, onLeft, children }: LeaveDialogProps) => {
  const { state, run } = useAction()
  const leave = async () => {
    if (await run('deletion', (http) => http.postJson(path, {}, leavingSchema))) onLeft()
  }
  return (
    <Question
      title={title}
      action={`Excluir em ${DELETION_GRACE_DAYS} dias`}
      isDangerous
      busy={state.isFetching}
      failure={state.errorMessage}
      onCancel={onClose}
      onSure={() => void leave()}
    >
      <p>{children}</p>
    </Question>
  )
}
