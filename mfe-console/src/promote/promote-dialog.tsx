import type { Reason, Warning } from '@atalaia/artifact/rows'
import { Alert, Skeleton, useAction, useLoaded, type Loaded } from '@atalaia/ui'
import { useState } from 'react'
import { ReasonField, REASON_NEEDED } from '../dialogs/ask.tsx'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { answerOf, messageOf } from '../gateway/answer-of.ts'
import { GatewayFailure, type Gateway } from '../gateway/create-gateway.ts'
import { refusalText } from '../refusal-texts.ts'
import { PromotionForm } from './promotion-form.tsx'
import { PROMOTION_FIELDS, readPromotion, type PromotionFaults, type PromotionFields } from './read-promotion.ts'

export type Promoting = {
  readonly version: string
  /** The gateway holds it as a canary version. */
  readonly isHeld: boolean
  readonly current: string | null
}

type PromoteDialogProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly channel: string
  readonly promoting: Promoting
  onClose(): void
  /** `waits`: for its time, or for another person. */
  onDone(waits: boolean): void
}

/** A reason may overrule this status. */
const REFUSED = 422

/** Asks for audience, time and reason, and first shows the gate's objections (M-CONSOLE-3). */
export const PromoteDialog = ({ gateway, remote, channel, promoting, onClose, onDone }: PromoteDialogProps) => {
  const { version, isHeld, current } = promoting
  const [fields, setFields] = useState(PROMOTION_FIELDS)
  const [faults, setFaults] = useState<PromotionFaults>({})
  const [attempt, setAttempt] = useState(0)
  const [why, setWhy] = useState('')
  // What came up between the check and the order.
  const [isRefused, setRefused] = useState(false)
  const order = useAction(messageOf)
  const checked = useLoaded(`${remote} ${version} ${channel}`, () =>
    answerOf(() => gateway.check(remote, version, channel)),
  )
  const isLater = fields.when === 'later'
  const stops = checked.value?.warnings.some((one) => one.stops && !(isLater && one.code === 'frozen')) === true
  const overrules = isHeld || isRefused || stops || (checked.value?.reasons.length ?? 0) > 0
  const change = (entered: PromotionFields, changed: keyof PromotionFields) => {
    setFields(entered)
    setFaults({ ...faults, [changed]: undefined })
  }
  const submit = async () => {
    const read = readPromotion(fields, Date.now())
    setFaults('faults' in read ? read.faults : {})
    setAttempt(attempt + 1)
    if ('faults' in read) return order.fail('')
    const reason = why.trim()
    if (overrules && reason === '') return order.fail(REASON_NEEDED)
    const promotion = { ...read.to, version, channel, why: reason === '' ? null : reason, force: overrules }
    const made = await order.run(
      () => answerOf(() => gateway.promote(remote, promotion)),
      (error) => setRefused(isRefused || (error instanceof GatewayFailure && error.status === REFUSED)),
    )
    if (made !== undefined) onDone(made === 'waiting')
  }
  return (
    <FormDialog
      title={`Promover ${remote} ${version}?`}
      confirm={isLater ? 'Marcar' : 'Promover'}
      busy={order.isBusy}
      attempt={attempt}
      intro={
        <>
          <p>
            {isHeld
              ? 'O canário está retido. Promover mesmo assim pede um motivo, que fica no histórico.'
              : `No canal ${channel} todos recebem ${current ?? 'a versão do build'}.`}
          </p>
          <GateView {...checked} />
        </>
      }
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <PromotionForm fields={fields} faults={faults} onChange={change} />
      <ReasonField needed={overrules} value={why} error={order.problem ?? ''} onChange={setWhy} />
    </FormDialog>
  )
}

type Checked = { readonly reasons: readonly Reason[]; readonly warnings: readonly Warning[] }

/** The gate repeats its judgement when the order comes. */
const GateView = ({ value, failure }: Pick<Loaded<Checked, Error>, 'value' | 'failure'>) => {
  if (failure !== undefined)
    return <Alert kind="warning">O portão não pôde ser consultado antes. {failure.message}</Alert>
  if (!value) return <Skeleton height={24} />
  const { reasons, warnings } = value
  return (
    <>
      {reasons.length === 0 && warnings.length === 0 && <p role="status">O portão não tem nada contra.</p>}
      {reasons.length > 0 && (
        <Alert kind="danger">
          O portão recusa. Promover mesmo assim pede um motivo, que fica no histórico.
          <ul>
            {reasons.map((reason) => (
              <li key={reason.message}>{refusalText(reason)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {warnings.map((warning) => (
        <Alert key={warning.message} kind="warning">
          {refusalText(warning)}
          {warning.stops && ' Promover agora pede um motivo, que fica no histórico.'}
        </Alert>
      ))}
    </>
  )
}
