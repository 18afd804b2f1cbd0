import { useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useUiText } from '../language/ui-language.ts'

/** Failure code for logs and traces, with a copy button (P-ERROR-5). */
export const ErrorCode = ({ code }: { code: string }) => {
  const text = useUiText()
  const shown = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(false)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
    } catch {
      // Without the right to write, or without TLS: the code is marked, and the keyboard copies it.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
    }
  }

  return (
    // Apart from the alert around it, which would be read as a whole once more.
    <div className="ui-state__code" aria-live="polite" aria-atomic="false">
      <span>{text('errorCode')}</span> <code ref={shown}>{code}</code>
      <Button variant="ghost" size="small" onClick={() => void copy()}>
        {text(copied ? 'codeCopied' : 'copyCode')}
      </Button>
    </div>
  )
}
