import { normalEmailAddress, type AddressesOutcome, type HttpFailure, type HttpResult } from '@atalaia/contracts'
import { csvText } from '@atalaia/contracts/spreadsheet'
import { Alert, Button, Dialog, FileField } from '@atalaia/ui'
import { useId, useMemo, useState } from 'react'
import { string } from 'zod/mini'
import { saveText } from '../controls/save-file.ts'
import { DraftNote } from '../management/draft-note.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { useDraft, type Draft } from '../session/use-draft.ts'
import { useAddressesWords } from './addresses-words.ts'
import type { AddressMarks, ListCalls } from './list-calls.ts'
import { NamedTexts } from './named-texts.tsx'
import { decodeFile, MAX_ADDRESSES_AT_ONCE, readAddresses, type AddressRow } from './read-addresses.ts'

type AddManyProps = {
  readonly calls: ListCalls
  readonly people: readonly { readonly id: string; readonly email: string }[]
  readonly onClose: () => void
  /** `isMarked`: labels and owners are kept. */
  readonly onAdded: (count: number, isMarked: boolean) => void
}

const MAX_FILE_BYTES = 2_000_000
const NAMED_INVALID = 20

/** P-LIST-5, P-LIST-50 */
export const AddMany = ({ calls, people, onClose, onAdded }: AddManyProps) => {
  const { t, number } = useAddressesWords()
  const { reasonText } = useManagementWords()
  const draft = useDraft('enderecos', { schema: string() })
  const text = draft.value ?? ''
  const rows = useMemo(() => readAddresses(text), [text])
  const [preview, setPreview] = useState<AddressesOutcome>()
  const [problem, setProblem] = useState<string | HttpFailure>()
  const [isBusy, setBusy] = useState(false)

  const send = async (
    call: Promise<HttpResult<AddressesOutcome>>,
    done: (outcome: AddressesOutcome) => void | Promise<void>,
  ) => {
    setBusy(true)
    setProblem(undefined)
    const result = await call
    if (result.ok) await done(result.value)
    else setProblem(result.failure)
    setBusy(false)
  }
  const check = () => {
    const found = [...new Set(rows.map((row) => row.text).filter((each) => each !== ''))]
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
      draft.set(decodeFile(new Uint8Array(await file.arrayBuffer())))
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
                void send(calls.add(fresh), async ({ novos }) => {
                  const isMarked = await calls.mark(marksOf(rows, novos, people))
                  draft.set(undefined)
                  const areOwnersKnown = rows.every(({ owner }) => owner === '' || ownerOf(owner, people) !== undefined)
                  onAdded(novos.length, isMarked && areOwnersKnown)
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
      {preview ? <Preview rows={rows} outcome={preview} /> : <Source draft={draft} onFile={readFile} />}
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

const ownerOf = (owner: string, people: AddManyProps['people']) =>
  people.find(({ email }) => email === owner.toLowerCase())

const marksOf = (
  rows: readonly AddressRow[],
  added: readonly string[],
  people: AddManyProps['people'],
): AddressMarks[] => {
  const fresh = new Set(added)
  return rows.flatMap(({ text, labels, owner }) => {
    const address = normalEmailAddress(text)
    if (address === undefined || !fresh.delete(address)) return []
    return [{ address, labels, owner: ownerOf(owner, people)?.id ?? '' }]
  })
}

const REFUSED_FILE = 'recusados.csv'

type PreviewProps = { readonly rows: readonly AddressRow[]; readonly outcome: AddressesOutcome }

/** The numbers add up to all read rows. */
const Preview = ({ rows, outcome: { novos, existentes, invalidos } }: PreviewProps) => {
  const { t, number } = useAddressesWords()
  const invalid = new Set(invalidos)
  const refused = rows.filter(({ text }) => text === '' || invalid.has(text))
  const repeated = rows.length - novos.length - existentes.length - refused.length
  const reasonOf = ({ text }: AddressRow) => t(text === '' ? 'many.missing' : 'many.noAddress')
  const refusedTexts = refused.map((row) => row.text || t('many.line', { line: number(row.line) }))
  const save = () => {
    const lines = refused.map((row) => [String(row.line), csvText(row.text), csvText(reasonOf(row))].join(';'))
    saveText([t('many.refusedHead'), ...lines].map((line) => `${line}\r\n`).join(''), REFUSED_FILE, 'text/csv')
  }
  return (
    <div role="status">
      <p>{t('many.read', { count: rows.length })}</p>
      <ul className="analytics-list__preview">
        <li>
          <NamedTexts text={t('many.new', { count: novos.length })} names={novos} />
        </li>
        {existentes.length > 0 && (
          <li>
            <NamedTexts text={t('many.known', { count: existentes.length })} names={existentes} />
          </li>
        )}
        {repeated > 0 && <li>{t('many.repeated', { count: repeated })}</li>}
        {refused.length > 0 && (
          <li>
            {t('many.invalid', { count: refused.length })} {refusedTexts.slice(0, NAMED_INVALID).join(', ')}{' '}
            {refused.length > NAMED_INVALID && (
              <NamedTexts
                text={t('many.more', { count: number(refused.length - NAMED_INVALID) })}
                names={refusedTexts.slice(NAMED_INVALID)}
              />
            )}{' '}
            <Button onClick={save}>{t('many.saveRefused')}</Button>
          </li>
        )}
      </ul>
    </div>
  )
}
