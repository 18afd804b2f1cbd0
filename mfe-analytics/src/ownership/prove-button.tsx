import type { HttpClient } from '@atalaia/contracts'
import { Button } from '@atalaia/ui'
import { useState } from 'react'
import { useMay } from '../management/use-may.ts'
import { useOwnershipWords } from './ownership-words.ts'
import { ProveDialog } from './prove-dialog.tsx'

export type ProveButtonProps = {
  readonly email: string
  readonly http: HttpClient
  readonly onProved: () => void
}

export const ProveButton = ({ email, http, onProved }: ProveButtonProps) => {
  const { t } = useOwnershipWords()
  const [isOpen, setOpen] = useState(false)
  if (!useMay('addresses:write')) return null
  return (
    <>
      <Button size="small" aria-label={t('proveWhat', { address: email })} onClick={() => setOpen(true)}>
        {t('prove')}
      </Button>
      {isOpen && (
        <div className="analytics-prove">
          <ProveDialog
            email={email}
            http={http}
            onClose={() => setOpen(false)}
            onProved={() => {
              setOpen(false)
              onProved()
            }}
          />
        </div>
      )}
    </>
  )
}
