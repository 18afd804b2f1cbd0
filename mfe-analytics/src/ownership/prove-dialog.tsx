import type { HttpClient } from '@atalaia/contracts'
import { codeConfirmedSchema, codeSentSchema } from '@atalaia/contracts/domains'
import { Button, Dialog } from '@atalaia/ui'
import { CodeForm } from '../management/code-form.tsx'
import { useOwnershipWords } from './ownership-words.ts'
import '../management/management.css'

type ProveDialogProps = {
  readonly email: string
  readonly http: HttpClient
  readonly onClose: () => void
  readonly onProved: () => void
}

/** P-OWN-2 */
export const ProveDialog = ({ email, http, onClose, onProved }: ProveDialogProps) => {
  const { t } = useOwnershipWords()
  return (
    <Dialog
      open
      title={t('proveWhat', { address: email })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <p>{t('text')}</p>
      <CodeForm
        send={() => http.postJson('/emails/codigo', { email }, codeSentSchema)}
        confirm={(codigo) => http.postJson('/emails/confirmacao', { email, codigo }, codeConfirmedSchema)}
        onConfirmed={onProved}
      />
      <p>{t('domain')}</p>
    </Dialog>
  )
}
