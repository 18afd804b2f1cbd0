import type { AddressesOutcome, HttpFailure, HttpResult } from '@atalaia/contracts'
import { Alert, Button, Dialog, FileField } from '@atalaia/ui'
import { useId, useState } from 'react'
import { string } from 'zod/mini'
import { DraftNote } from '../management/draft-note.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { useDraft, type Draft } from '../session/use-draft.ts'
import { useAddressesWords } from './addresses-words.ts'
import type { ListCalls } from './list-calls.ts'
import { NamedTexts } from './named-texts.tsx'
import { MAX_ADDRESSES_AT_ONCE, readAddresses } from './read-addresses.ts'

type AddManyProps = {
  readonly calls: ListCalls
  readonly onClose: () => void
  readonly onAdded: (count: number) => void
}

const MAX_FILE_BYTES = 2_000_000
/** Names at most so many invalid texts. */
const NAMED_INVALID = 20

/** P-LIST-5 */
export const AddMany = ({ calls, onClose, onAdded }: AddManyProps) => {
  const { t, number } = useAddressesWords()
  const { reasonText } = useManagementWords()
  const draft = useDraft('enderecos', { schema: string() })
  const text = draft.value ?? ''
  const [preview, setPreview] = useState<AddressesOutcome>()
  const [problem, setProblem] = useState<string | HttpFailure>()
  const [isBusy, setBusy] = useState(false)

  const send = async (call: Promise<HttpResult<AddressesOutcome>>, done: (outcome: AddressesOutcome) => void) => {
    setBusy(true)
    setProblem(undefined)
    const result = await call
    setBusy(false)
    if (result.ok) done(result.value)
    else setProblem(result.failure)
  }
  const check = () => {
    const found = readAddresses(text)
    if (found.length === 0) return setProblem(t('many.none'))
    if (found.length > MAX_ADDRESSES_AT_ONCE)
      return setProblem(t('many.tooMany', { most: number(MAX_ADDRESSES_AT_ONCE) }))
    return void send(calls.preview(found), setPreview)
  }
  const readFile = async (file: File | undefined) => {
    if (!file) return
    setProblem(undefined)
    if (file.size > MAX_FILE_BYTES) return setProblem(t('many.tooMany', { most: number(MAX_ADDRESSES_AT_ONCE) }))
    try {
      draft.set(await file.text())
    } catch {
      setProblem(t('many.unreadable'))
    }
  }
  const fresh = preview?.novos ?? []

  return (
    <Dialog
      open
      title={t('many.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={preview ? () => setPreview(undefined) : onClose}>
            {preview ? t('many.back') : t('many.cancel')}
          </Button>
          {!preview && (
            <Button variant="primary" busy={isBusy} busyLabel={t('many.busy')} onClick={check}>
              {t('many.check')}
            </Button>
          )}
          {fresh.length > 0 && (
            <Button
              variant="primary"
              busy={isBusy}
              busyLabel={t('many.busy')}
              onClick={() =>
                void send(calls.add(fresh), ({ novos }) => {
                  draft.set(undefined)
                  onAdded(novos.length)
                })
              }
            >
              {t('many.add', { count: fresh.length })}
            </Button>
          )}
        </>
      }
    >
      {problem !== undefined && (
        <Alert kind="danger">{typeof problem === 'string' ? problem : reasonText(problem)}</Alert>
      )}
      {preview ? <Preview outcome={preview} /> : <Source draft={draft} onFile={readFile} />}
    </Dialog>
  )
}

type SourceProps = {
  readonly draft: Draft<string>
  readonly onFile: (file: File | undefined) => Promise<void>
}

const Source = ({ draft, onFile }: SourceProps) => {
  const { t } = useAddressesWords()
  const id = useId()
  const [fileName, setFileName] = useState<string>()
  return (
    <>
      <div className="ui-field">
        <label className="form-label" htmlFor={id}>
          {t('many.paste')}
        </label>
        <textarea
          id={id}
          className="form-control"
          rows={8}
          autoCapitalize="none"
          spellCheck={false}
          value={draft.value ?? ''}
          onChange={({ target }) => draft.set(target.value === '' ? undefined : target.value)}
          onKeyDown={draft.onKeyDown}
        />
        <DraftNote draft={draft} onDiscard={() => draft.set(undefined)} />
      </div>
      <FileField
        label={t('many.file')}
        chosen={fileName}
        accept=".csv,.txt,text/csv,text/plain"
        onChange={({ target }) => {
          setFileName(target.files?.[0]?.name)
          void onFile(target.files?.[0])
        }}
      />
    </>
  )
}

const Preview = ({ outcome: { novos, existentes, invalidos } }: { readonly outcome: AddressesOutcome }) => {
  const { t, number } = useAddressesWords()
  const more = invalidos.slice(NAMED_INVALID)
  return (
    <div role="status">
      <ul className="analytics-list__preview">
        <li>
          <NamedTexts text={t('many.new', { count: novos.length })} names={novos} />
        </li>
        {existentes.length > 0 && (
          <li>
            <NamedTexts text={t('many.known', { count: existentes.length })} names={existentes} />
          </li>
        )}
        {invalidos.length > 0 && (
          <li>
            {t('many.invalid', { count: invalidos.length })} {invalidos.slice(0, NAMED_INVALID).join(', ')}{' '}
            {more.length > 0 && <NamedTexts text={t('many.more', { count: number(more.length) })} names={more} />}
          </li>
        )}
      </ul>
    </div>
  )
}
