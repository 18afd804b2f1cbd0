import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH, searchSchema } from '@atalaia/contracts/search'
import { useRemoteContext } from '@atalaia/react'
import { useNavigate } from '@atalaia/react/router'
import { Dialog, IconButton, useLoaded } from '@atalaia/ui'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useManagementWords } from '../management/management-words.ts'
import { findChoices, type Choice } from './find-choices.ts'
import { useSearchWords } from './search-words.ts'
import './search-palette.css'

/** Milliseconds without a key before the server is asked. */
const PAUSE_MS = 150

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const useChoices = (text: string) => {
  const { http } = useRemoteContext()
  const { t } = useSearchWords()
  const { t: section } = useManagementWords()
  const settled = useSettled(text)
  const asked = http && settled.length >= MIN_SEARCH_LENGTH ? settled : undefined
  const { value, failure } = useLoaded(
    asked,
    async (signal) =>
      http
        ? http.get(`/busca?${new URLSearchParams({ q: settled }).toString()}`, searchSchema, { signal })
        : { ok: false, failure: { kind: 'network' as const } },
    { keeps: true },
  )
  const hits = text.length >= MIN_SEARCH_LENGTH ? value : undefined
  const groups = findChoices(text, hits, { t, section })
  return {
    groups,
    hasFailed: failure !== undefined,
    isSettled: text === settled && (asked === undefined || value !== undefined),
  }
}

/** The search over everything (P-SEARCH-3), as a combobox with a list. */
export const SearchPalette = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useSearchWords()
  const navigate = useNavigate()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const text = typed.trim()
  // After the dialog has opened.
  useEffect(() => field.current?.focus(), [])
  const { groups, hasFailed, isSettled } = useChoices(text)
  const choices = groups.flatMap((group) => group.choices)
  const chosen = choices[Math.min(at, choices.length - 1)]
  const open = ({ to }: Choice) => {
    onClose()
    void navigate(to)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && choices.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, choices.length - 1) + step + choices.length) % choices.length)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      open(chosen)
    }
  }
  return (
    <Dialog
      open
      title={t('title')}
      isReadOut={false}
      onClose={onClose}
      actions={<p className="form-text">{t('hint')}</p>}
    >
      <div className="analytics-search__head">
        <input
          ref={field}
          className="form-control"
          role="combobox"
          aria-label={t('field')}
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={t('field')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
        <IconButton icon="x" label={t('close')} onClick={onClose} />
      </div>
      <div className="analytics-search__list" id={`${id}-list`} role="listbox" aria-label={t('results')}>
        {groups.map(({ title, choices: own }) => (
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true">{title}</p>
            {own.map((choice) => (
              <Option
                key={choice.id}
                id={`${id}-${choice.id}`}
                choice={choice}
                isChosen={choice === chosen}
                onOpen={open}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="analytics-search__status" role="status">
        {hasFailed ? t('failed') : text !== '' && isSettled && choices.length === 0 && t('none')}
      </p>
    </Dialog>
  )
}

type OptionProps = {
  readonly id: string
  readonly choice: Choice
  readonly isChosen: boolean
  readonly onOpen: (choice: Choice) => void
}

const Option = ({ id, choice, isChosen, onOpen }: OptionProps) => (
  // The keys are those of the field, which keeps the focus.
  <button
    type="button"
    id={id}
    className="analytics-search__option"
    role="option"
    tabIndex={-1}
    aria-selected={isChosen}
    ref={(element) => {
      if (isChosen) element?.scrollIntoView({ block: 'nearest' })
    }}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => onOpen(choice)}
  >
    {choice.label}
  </button>
)
