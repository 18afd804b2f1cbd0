import { saoPauloDay } from '@atalaia/contracts'
import { CASE_STATES, type CasePerson } from '@atalaia/contracts/cases'
import { Button, DateField, Dialog, Icon, Menu } from '@atalaia/ui'
import { useState, type ReactNode } from 'react'
import type { CaseChange } from './case-calls.ts'
import { changeOf, peopleOptions } from './case-fields.tsx'
import { useCaseWords } from './case-words.ts'

type CaseMenuProps = {
  /** Names the menu. */
  readonly label: string
  /** Default: the label. */
  readonly trigger?: ReactNode
  readonly onChange: (change: CaseChange) => void
}

const NOTHING = { state: '', owner: '', due: '' }
const DAY_MS = 86_400_000
const dayIn = (days: number) => saoPauloDay(new Date(Date.now() + days * DAY_MS))

type ChoiceMenuProps = Pick<CaseMenuProps, 'label' | 'trigger'> & {
  readonly id: string
  readonly title: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onSelect: (value: string) => void
}

const ChoiceMenu = ({ label, trigger = label, title, ...choices }: ChoiceMenuProps) => (
  <Menu
    label={label}
    align="start"
    className="analytics-case-menu"
    trigger={trigger}
    items={[{ kind: 'choices', label: title, ...choices }]}
  />
)

export const StateMenu = ({ onChange, ...menu }: CaseMenuProps & { readonly value: string }) => {
  const { t, stateName } = useCaseWords()
  return (
    <ChoiceMenu
      {...menu}
      id="state"
      title={t('state')}
      options={CASE_STATES.map((one) => ({ value: one, label: stateName(one) }))}
      onSelect={(state) => onChange(changeOf({ ...NOTHING, state }, NOTHING))}
    />
  )
}

type OwnerMenuProps = CaseMenuProps & { readonly value: string; readonly people: readonly CasePerson[] }

export const OwnerMenu = ({ people, onChange, ...menu }: OwnerMenuProps) => {
  const words = useCaseWords()
  return (
    <ChoiceMenu
      {...menu}
      id="owner"
      title={words.t('owner')}
      options={peopleOptions(people, words)}
      onSelect={(owner) => onChange(changeOf({ ...NOTHING, owner }, NOTHING))}
    />
  )
}

const DUE_DAYS = [
  ['due.today', 0],
  ['due.tomorrow', 1],
  ['due.week', 7],
  ['due.month', 30],
] as const

/** Chooses a due day: a near one, another one in a dialog, or none. `value` is the day now, '' for none. */
export const DueMenu = ({ label, trigger = label, value, onChange }: CaseMenuProps & { readonly value: string }) => {
  const { t } = useCaseWords()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <Menu
        label={label}
        align="start"
        className="analytics-case-menu"
        trigger={trigger}
        items={[
          {
            kind: 'choices',
            id: 'due',
            label: t('due'),
            value,
            options: [
              ...DUE_DAYS.map(([name, days]) => ({ value: dayIn(days), label: t(name) })),
              { value: '', label: t('due.none') },
            ],
            onSelect: (due) => onChange({ prazo: due === '' ? null : due }),
          },
          { kind: 'separator', id: 'line' },
          { kind: 'action', id: 'other', label: t('due.other'), icon: 'calendar', onSelect: () => setChoosing(true) },
        ]}
      />
      {isChoosing && (
        <DueDialog
          value={value}
          onClose={() => setChoosing(false)}
          onChosen={(prazo) => {
            setChoosing(false)
            onChange({ prazo })
          }}
        />
      )}
    </>
  )
}

type DueDialogProps = {
  readonly value: string
  readonly onClose: () => void
  readonly onChosen: (day: string) => void
}

const DueDialog = ({ value, onClose, onChosen }: DueDialogProps) => {
  const { t } = useCaseWords()
  const [day, setDay] = useState(value === '' ? dayIn(1) : value)
  return (
    <Dialog
      open
      title={t('due.choose')}
      isReadOut={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onClick={() => day !== '' && onChosen(day)}>
            {t('due.set')}
          </Button>
        </>
      }
    >
      <DateField
        label={t('due')}
        min="2020-01-01"
        max="2099-12-31"
        value={day}
        onChange={(next = '') => setDay(next)}
      />
    </Dialog>
  )
}

export const Unset = ({ icon }: { readonly icon: 'user' | 'calendar' }) => (
  <span className="analytics-case-menu__unset">
    <Icon name={icon} />
  </span>
)
