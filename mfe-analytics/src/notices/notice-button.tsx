import type { HttpClient } from '@atalaia/contracts'
import { Button } from '@atalaia/ui'
import { useState } from 'react'
import type { NoticedCase } from '../links/address-link.tsx'
import { NoticeDialog } from './notice-dialog.tsx'
import { useNoticesWords } from './notices-words.ts'

export type NoticeButtonProps = {
  readonly http: HttpClient
  readonly cases: readonly NoticedCase[]
  /** Register that counts the notices, and its text. */
  readonly incident?: { readonly id: string; readonly text: string }
  readonly onSent?: () => void
}

/** P-NOTICE-47 */
export const NoticeButton = (props: NoticeButtonProps) => {
  const { t } = useNoticesWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="mail" disabled={props.cases.length === 0} onClick={() => setOpen(true)}>
        {t(props.incident ? 'tell.people' : 'tell')}
      </Button>
      {isOpen && <NoticeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
