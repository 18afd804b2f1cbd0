import {
  INCIDENT_ITEMS,
  INCIDENT_PART_NAMES,
  MAX_ITEM_LENGTH,
  type FilledItem,
  type IncidentPart,
} from '@atalaia/contracts/incidents'
import { Button, Card } from '@atalaia/ui'
import { useRef } from 'react'
import { Badge } from '../controls/badge.tsx'
import { CheckField } from '../controls/check-field.tsx'
import { TextArea } from '../controls/text-area.tsx'
import { focusBlank, WITH_BLANK } from './focus-blank.ts'
import { blanksOf, isLeftOut, textIn, type DraftItem, type IncidentDraft } from './incident-draft.ts'
import { useIncidentsWords } from './incidents-words.ts'

export type ItemsCardProps = {
  readonly part: IncidentPart
  readonly items: readonly FilledItem[]
  readonly drafts: IncidentDraft['items']
  readonly isLocked: boolean
  readonly onChange: (key: string, item: DraftItem | undefined) => void
}

/** P-INCIDENT-4 */
export const ItemsCard = ({ part, items, drafts, isLocked, onChange }: ItemsCardProps) => {
  const { t } = useIncidentsWords()
  const { titulo, artigo } = INCIDENT_PART_NAMES[part]
  const shown = INCIDENT_ITEMS.filter(({ parte }) => parte === part).flatMap((known) => {
    const item = items.find(({ chave }) => chave === known.chave)
    return item ? [{ known, item, draft: drafts[known.chave] }] : []
  })
  const count = shown.reduce((sum, { item, draft }) => sum + blanksOf(item, draft), 0)
  const blanks = t('blanks.count', { count })
  const list = useRef<HTMLOListElement>(null)
  return (
    <Card title={`${titulo} (${artigo})`}>
      {count === 0 ? (
        <p className="analytics-page__note">{blanks}</p>
      ) : (
        <Button
          size="small"
          icon="arrow-down"
          aria-label={t('blanks.go', { blanks })}
          onClick={() => focusBlank(list.current)}
        >
          {blanks}
        </Button>
      )}
      <ol ref={list} className="analytics-incident__items">
        {shown.map(({ known, item, draft }) => (
          <li key={known.chave} {...(blanksOf(item, draft) > 0 && { [WITH_BLANK]: '' })}>
            <Item
              label={`${known.numero}. ${known.texto}`}
              item={item}
              draft={draft}
              isLocked={isLocked}
              onChange={(next) => onChange(known.chave, next)}
            />
          </li>
        ))}
      </ol>
    </Card>
  )
}

type ItemProps = {
  readonly label: string
  readonly item: FilledItem
  readonly draft: DraftItem | undefined
  readonly isLocked: boolean
  readonly onChange: (item: DraftItem | undefined) => void
}

const ROWS = { least: 2, most: 8, letters: 90 }
const rowsFor = (text: string) => {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.ceil(line.length / ROWS.letters), 0)
  return Math.min(ROWS.most, Math.max(ROWS.least, lines + 1))
}

const Item = ({ label, item, draft, isLocked, onChange }: ItemProps) => {
  const { t } = useIncidentsWords()
  const { chave, origem, sugestao, texto } = item
  const text = textIn(item, draft)
  const isOut = isLeftOut(item, draft)
  const write = (next: string) =>
    onChange(
      next === texto && !isOut && origem !== 'nao-se-aplica' ? undefined : { chave, texto: next, nao_se_aplica: isOut },
    )
  const isOwn = draft ? draft.shown === undefined : origem === 'pessoa'
  return (
    <div className="analytics-incident__item" role="group" aria-label={label}>
      <TextArea
        label={label}
        rows={rowsFor(text)}
        maxLength={MAX_ITEM_LENGTH}
        isReadOnly={isLocked || isOut}
        value={isOut ? '' : text}
        onChange={write}
      />
      <div className="analytics-incident__about">
        <Origin item={item} draft={draft} />
        {!isLocked && (
          <>
            <CheckField
              label={t('item.leaveOut')}
              checked={isOut}
              onChange={(next) => onChange({ chave, texto: next ? '' : texto, nao_se_aplica: next })}
            />
            {!isOut && isOwn && sugestao !== '' && text !== sugestao && (
              <Button size="small" icon="restore" onClick={() => onChange({ chave, texto: '', shown: sugestao })}>
                {t('item.suggested')}
              </Button>
            )}
            {!isOut && !draft && origem === 'dados' && (
              <Button size="small" icon="check" onClick={() => onChange({ chave, texto })}>
                {t('item.confirm')}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

const Origin = ({ item, draft }: { readonly item: FilledItem; readonly draft: DraftItem | undefined }) => {
  const { t } = useIncidentsWords()
  const count = blanksOf(item, draft)
  const isEmpty = !isLeftOut(item, draft) && textIn(item, draft).trim() === ''
  return (
    <>
      {draft ? (
        <Badge icon="info">{t('item.unsaved')}</Badge>
      ) : (
        !isEmpty && (
          <Badge icon={item.origem === 'dados' ? 'database' : 'user'}>{t(`item.origin.${item.origem}`)}</Badge>
        )
      )}
      {count > 0 && (
        <Badge icon="alert-triangle" tone="analytics-state--bad">
          {isEmpty ? t('item.origin.vazio') : t('blanks.count', { count })}
        </Badge>
      )}
    </>
  )
}
