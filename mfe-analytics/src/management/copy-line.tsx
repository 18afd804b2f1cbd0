import { Button } from '@atalaia/ui'
import { useRef, useState } from 'react'
import { useManagementWords } from './management-words.ts'

type CopyLineProps = {
  readonly label: string
  readonly text: string
}

export const CopyLine = ({ label, text }: CopyLineProps) => {
  const { t } = useManagementWords()
  const shown = useRef<HTMLElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Without the right to write, or without TLS: the text is marked, and the keyboard copies it.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
    }
  }
  return (
    <div className="analytics-copy">
      <span className="analytics-copy__label">{label}</span>
      <code ref={shown}>{text}</code>
      <Button size="small" aria-label={t('copyWhat', { what: label })} onClick={() => void copy()}>
        <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
      </Button>
    </div>
  )
}
