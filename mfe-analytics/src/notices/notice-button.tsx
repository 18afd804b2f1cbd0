import { Button } from '@atalaia/ui'
import { useState } from 'react'
import { NoticeDialog, type NoticeButtonProps } from './notice-dialog.tsx'
import { useNoticesWords } from './notices-words.ts'

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
