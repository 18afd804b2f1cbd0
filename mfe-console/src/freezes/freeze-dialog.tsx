import { FREEZE_DAYS } from '@atalaia/artifact/rows'
import { DateField, TextField, useAction } from '@atalaia/ui'
import { useState } from 'react'
import { Choices, SelectField } from '../dialogs/choices.tsx'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { doneBy, messageOf } from '../gateway/answer-of.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { zoneHint } from '../promote/promotion-form.tsx'
import { dayText } from '../texts.ts'
import { FREEZE_FIELDS, readFreeze, type FreezeFaults, type FreezeFields } from './read-freeze.ts'

type FreezeDialogProps = {
  readonly gateway: Gateway
  readonly remotes: readonly string[]
  onClose(): void
  onDone(): void
}

const DAYS = FREEZE_DAYS.map((day) => [day, dayText(day)] as const)

export const FreezeDialog = ({ gateway, remotes, onClose, onDone }: FreezeDialogProps) => {
  const [fields, setFields] = useState(FREEZE_FIELDS)
  const [faults, setFaults] = useState<FreezeFaults>({})
  const [attempt, setAttempt] = useState(0)
  const order = useAction(messageOf)
  const submit = async () => {
    const read = readFreeze(fields, Date.now())
    setFaults('faults' in read ? read.faults : {})
    setAttempt(attempt + 1)
    if ('faults' in read) return order.fail('')
    if (await order.run(() => doneBy(() => gateway.addFreeze(read.freeze)))) onDone()
  }
  const change = (name: keyof FreezeFields) => (value: string) => {
    setFields({ ...fields, [name]: value })
    setFaults({ ...faults, [name]: undefined })
  }
  const textOf = (name: keyof FreezeFields) => ({
    value: fields[name],
    error: faults[name] ?? '',
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change(name)(target.value),
  })
  const momentOf = (name: 'starts' | 'ends') => ({
    value: fields[name],
    error: faults[name],
    onChange: (value = '') => change(name)(value),
  })
  return (
    <FormDialog
      title="Congelar promoções"
      confirm="Congelar"
      busy={order.isBusy}
      attempt={attempt}
      intro={<p>Enquanto durar, nada é promovido sem motivo, e distribuições esperam. Voltar sempre pode.</p>}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField label="Nome" maxLength={80} {...textOf('name')} />
      <SelectField
        label="Para"
        value={fields.remote}
        options={[['', 'Todos os remotos'], ...remotes.map((name) => [name, name] as const)]}
        onChange={change('remote')}
      />
      <Choices
        legend="Quando"
        chosen={fields.kind}
        onChoose={(kind) => setFields({ ...fields, kind })}
        among={[
          {
            value: 'once',
            label: 'Uma vez',
            more: (
              <>
                <DateField label="Começo" hasTime {...momentOf('starts')} />
                <DateField label="Fim" hasTime hint={zoneHint()} {...momentOf('ends')} />
              </>
            ),
          },
          {
            value: 'weekly',
            label: 'Toda semana',
            more: (
              <div className="console-fields">
                <SelectField label="De" value={fields.fromDay} options={DAYS} onChange={change('fromDay')} />
                <TextField label="Hora do começo" type="time" {...textOf('fromTime')} />
                <SelectField label="Até" value={fields.toDay} options={DAYS} onChange={change('toDay')} />
                <TextField label="Hora do fim" type="time" {...textOf('toTime')} />
                <TextField label="Fuso" maxLength={60} {...textOf('zone')} />
              </div>
            ),
          },
        ]}
      />
      <p className="console-refused" role="alert">
        {order.problem}
      </p>
    </FormDialog>
  )
}
