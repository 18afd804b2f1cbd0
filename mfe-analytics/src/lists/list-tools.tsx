import { Button, Dialog, TextField } from '@atalaia/ui'
import { useState, type ReactNode } from 'react'
import { useManagementWords } from '../management/management-words.ts'
import './list.css'

type ListToolsProps = {
  readonly label: string
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly actions?: ReactNode
  /** Buttons that save the list; a narrow page has them among the filters. */
  readonly files?: ReactNode
  readonly filtered: number
  /** The filters. */
  readonly children: ReactNode
}

/** The search of a list and its filters, which a narrow page has behind a button, so that its rows come first (P-LIST-16). */
export const ListTools = ({ label, search, onSearch, actions, files, filtered, children }: ListToolsProps) => {
  const { t } = useManagementWords()
  const [typed, setTyped] = useState(search)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="analytics-list__tools">
      <TextField
        label={label}
        placeholder={label}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onSearch(target.value)
        }}
      />
      <div className="analytics-list__narrow">
        <Button onClick={() => setOpen(true)}>{t('filters', { count: filtered })}</Button>
      </div>
      <div className="analytics-list__filters">{children}</div>
      <div className="analytics-list__actions">
        {actions}
        <div className="analytics-list__files">{files}</div>
      </div>
      {isOpen && (
        <Dialog
          open
          title={t('filters', { count: filtered })}
          isReadOut={false}
          onClose={() => setOpen(false)}
          actions={
            <Button variant="primary" onClick={() => setOpen(false)}>
              {t('filters.done')}
            </Button>
          }
        >
          <div className="analytics-list__sheet">
            {children}
            {files}
          </div>
        </Dialog>
      )}
    </div>
  )
}
