import type { FoundSource } from '@atalaia/contracts'
import { Button } from '@atalaia/ui'
import { useState } from 'react'
import { sourceTitle, useAddressWords } from '../address/address-words.ts'
import { useCaseWords } from './case-words.ts'

/** The step that has no place in a message to the person. */
const TELL = 'avisar-pessoa'

type PersonMessageProps = {
  readonly address: string
  readonly source: FoundSource
  readonly steps: readonly string[]
}

/**
 * A ready message to the person whose address leaked: which service, when, what leaked, and what to do (P-CASE-27). It has no
 * password.
 */
export const PersonMessage = ({ address, source, steps }: PersonMessageProps) => {
  const { t } = useCaseWords()
  const { date, listed, wordsFor } = useAddressWords()
  const [told, setTold] = useState<'copied' | 'failed'>()
  const kinds = [
    'email',
    ...source.dados,
    ...(source.numero_senhas + source.numero_hashes > 0 ? [t('message.password')] : []),
  ]
  const title = sourceTitle(source)
  const text = [
    t('message.hello'),
    '',
    t('message.found', { address, source: title, day: date(source.dia) }),
    t('message.kinds', { kinds: listed([...new Set(kinds)].map(wordsFor)) }),
    '',
    t('message.todo'),
    ...steps.filter((step) => step !== TELL).map((step) => `- ${wordsFor(step)}`),
    '',
    t('message.end'),
  ].join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setTold('copied')
    } catch {
      setTold('failed')
    }
  }
  const mail = new URLSearchParams({
    subject: t('message.subject', { source: title }),
    body: text.replaceAll('\n', '\r\n'),
  })
  return (
    <div className="analytics-case__message" role="group" aria-label={t('message')}>
      <Button size="small" onClick={() => void copy()}>
        <span aria-live="polite">{t(told === 'copied' ? 'message.copied' : 'message.copy')}</span>
      </Button>
      {/* A mail address takes %20, and no +. */}
      <a
        className="btn btn-secondary btn-sm ui-button"
        href={`mailto:${encodeURIComponent(address)}?${mail.toString().replaceAll('+', '%20')}`}
      >
        {t('message.mail')}
      </a>
      {told === 'failed' && (
        <textarea readOnly className="form-control" aria-label={t('message')} rows={8} value={text} />
      )}
    </div>
  )
}
