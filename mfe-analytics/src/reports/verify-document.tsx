import type { Verified } from '@atalaia/contracts/leak-reports'
import { Alert, Button, Dialog, FileField, TextField } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { useAction } from '../management/use-action.ts'
import { useManagementWords } from '../management/management-words.ts'
import type { ReportCalls } from './report-calls.ts'
import { useReportsWords } from './reports-words.ts'

type Answer = { readonly of: 'file' | 'digest'; readonly found: Verified['documento'] }

/** No document of ours is larger. */
const MAX_FILE_BYTES = 20_000_000

const digestOf = async (file: File): Promise<string | undefined> => {
  if (file.size > MAX_FILE_BYTES) return undefined
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (bytes === undefined) return undefined
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** P-REPORT-8 */
export const VerifyDocument = ({ calls }: { readonly calls: ReportCalls }) => {
  const { t } = useReportsWords()
  const { isBusy, problem, run } = useAction()
  const { t: shared } = useManagementWords()
  const [isOpen, setOpen] = useState(false)
  const [fileName, setFileName] = useState<string>()
  const close = () => {
    setOpen(false)
    setAnswer(undefined)
    setFileName(undefined)
  }
  const [text, setText] = useState('')
  const [isMalformed, setMalformed] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  // A page without TLS has no digests.
  const canRead = globalThis.crypto?.subtle !== undefined
  const ask = async (of: Answer['of'], digest: string) => {
    setAnswer(undefined)
    setMalformed(false)
    setUnreadable(false)
    const verified = await run(() => calls.verify(digest))
    if (verified) setAnswer({ of, found: verified.documento })
  }
  const askFile = async (file: File) => {
    const digest = await digestOf(file)
    setUnreadable(digest === undefined)
    if (digest !== undefined) await ask('file', digest)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const digest = text.replaceAll(/\s/g, '').toLowerCase()
    if (/^[0-9a-f]{64}$/.test(digest)) await ask('digest', digest)
    // A file was checked as it was chosen.
    else setMalformed(digest !== '' || answer?.of !== 'file')
  }
  return (
    <>
      <Button icon="shield-check" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('verify.title')}
      </Button>
      <Dialog
        open={isOpen}
        isReadOut={false}
        title={t('verify.title')}
        onClose={close}
        actions={<Button onClick={close}>{shared('close')}</Button>}
      >
        <p>{t('verify.lead')}</p>
        <form className="analytics-code" noValidate onSubmit={(event) => void submit(event)}>
          {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
          {isUnreadable && <Alert kind="danger">{t('verify.unreadable')}</Alert>}
          {answer && <Outcome answer={answer} />}
          {canRead ? (
            <FileField
              label={t('verify.file')}
              chosen={fileName}
              accept="application/pdf"
              disabled={isBusy}
              onChange={({ target }) => {
                const file = target.files?.[0]
                setFileName(file?.name)
                if (file) void askFile(file)
                // The same file can be chosen again.
                target.value = ''
              }}
            />
          ) : (
            <p className="analytics-page__note">{t('verify.insecure')}</p>
          )}
          <div className="analytics-form-row">
            <TextField
              label={t('verify.digest')}
              hint={t('verify.hint')}
              {...(isMalformed && { error: t('verify.malformed') })}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Button type="submit" busy={isBusy}>
              {t('verify.send')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

const Outcome = ({ answer: { of, found } }: { readonly answer: Answer }) => {
  const { t, date } = useReportsWords()
  const { momentText } = useManagementWords()
  if (found === null) return <Alert kind="warning">{t(`verify.${of}.unknown`)}</Alert>
  const { tipo, titulo, de, ate, emitido_em: issued } = found
  const name = tipo === 'lgpd' ? t('verify.lgpd') : t(`kind.${tipo}`)
  return (
    <Alert kind={of === 'file' ? 'success' : 'info'}>
      {t(`verify.${of}.same`)}
      <dl className="analytics-facts">
        <div>
          <dt>{t('verify.what')}</dt>
          <dd className="analytics-wrap">
            {name}: {titulo}
          </dd>
        </div>
        {de !== null && ate !== null && (
          <div>
            <dt>{t('period')}</dt>
            <dd>{t('period.range', { from: date(de), to: date(ate) })}</dd>
          </div>
        )}
        <div>
          <dt>{t('verify.issued')}</dt>
          <dd>{momentText(issued)}</dd>
        </div>
      </dl>
    </Alert>
  )
}
