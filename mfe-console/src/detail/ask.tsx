import type { Reason } from '@atalaia/artifact/rows'
import { Alert, Button, Dialog, Skeleton, TextField } from '@atalaia/ui'
import { useId, useState, type FormEvent } from 'react'
import { GatewayFailure } from '../gateway/create-gateway.ts'
import { useLoaded, type Loaded } from '../gateway/use-loaded.ts'
import { refusalText } from '../refusal-texts.ts'

/** An order that a person confirms, with a reason for the history. */
export type Question = {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly danger?: boolean
  /** Whether the order overrules something, which needs a reason. */
  readonly overrules?: boolean
  /** Shares among which the person chooses; the first stands. */
  readonly shares?: readonly Share[]
  /** The reasons against the order, which are known before it is given: then it needs a reason, too. */
  check?(): Promise<readonly Reason[]>
  act(answer: Answer): Promise<void>
}

export type Share =
  | { readonly label: string; readonly percent: number }
  | { readonly label: string; readonly steps: readonly number[]; readonly every: number }
export type Answer = {
  readonly why: string | null
  readonly share: Share | undefined
  /** Whether the person overrules what was said against the order. */
  readonly force: boolean
}

/** The status of a refusal that a reason may overrule. */
const REFUSED = 422

const nothingAgainst = async (): Promise<readonly Reason[]> => []

type AskProps = { readonly question: Question; onClose(): void; onDone(): void }

/** Asks before anything that browsers notice. What the gateway refuses is said in the dialog, which stays. */
export const Ask = ({ question, onClose, onDone }: AskProps) => {
  const { title, text, confirm, danger, shares = [], check, act } = question
  const [why, setWhy] = useState('')
  const [chosen, setChosen] = useState(0)
  const [state, setState] = useState({ busy: false, error: '' })
  // What the gate alone did not say before: a freeze, or a verdict that is missing.
  const [isRefused, setRefused] = useState(false)
  const form = useId()
  const against = useLoaded(check ?? nothingAgainst)
  const overrules = question.overrules === true || isRefused || (against.value?.length ?? 0) > 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (state.busy) return
    const reason = why.trim()
    if (overrules && reason === '') return setState({ busy: false, error: 'Diga o motivo: ele fica no histórico.' })
    setState({ busy: true, error: '' })
    try {
      await act({ why: reason === '' ? null : reason, share: shares[chosen], force: overrules })
      onDone()
    } catch (error) {
      if (check && error instanceof GatewayFailure && error.status === REFUSED) setRefused(true)
      setState({ busy: false, error: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={form} busy={state.busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {check && <GateView {...against} />}
      <form id={form} onSubmit={(event) => void submit(event)} noValidate>
        {shares.length > 0 && (
          <fieldset className="console-shares">
            <legend>Quem recebe</legend>
            {shares.map(({ label }, at) => (
              <label key={label}>
                <input type="radio" name="share" checked={at === chosen} onChange={() => setChosen(at)} /> {label}
              </label>
            ))}
          </fieldset>
        )}
        <TextField
          label={overrules ? 'Motivo' : 'Motivo (opcional)'}
          value={why}
          maxLength={500}
          autoComplete="off"
          error={state.error}
          onChange={({ target }) => setWhy(target.value)}
        />
      </form>
    </Dialog>
  )
}

/** The gate's judgement, which it gives again when the order comes. */
const GateView = ({ value: reasons, failure }: Loaded<readonly Reason[]>) => {
  if (failure !== undefined) return <Alert kind="warning">O portão não pôde ser consultado antes. {failure}</Alert>
  if (!reasons) return <Skeleton height={24} />
  if (reasons.length === 0) return <p role="status">O portão não tem nada contra.</p>
  return (
    <Alert kind="danger">
      O portão recusa. Promover mesmo assim pede um motivo, que fica no histórico.
      <ul>
        {reasons.map((reason) => (
          <li key={reason.message}>{refusalText(reason)}</li>
        ))}
      </ul>
    </Alert>
  )
}
