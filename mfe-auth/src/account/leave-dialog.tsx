import { DELETION_GRACE_DAYS, leavingSchema } from '@atalaia/contracts'
import type { ReactNode } from 'react'
import { useAction } from '../api-calls.ts'
import { Question } from '../operator/question.tsx'

type LeaveDialogProps = {
  readonly title: string
  readonly path: string
  readonly onClose: () => void
  readonly onLeft: () => void
  readonly children: ReactNode
}

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
