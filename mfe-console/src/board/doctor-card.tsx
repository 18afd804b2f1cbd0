import type { Diagnosis, DoctorFacts } from '@atalaia/artifact/doctor'
import { Alert, Button, Card, DataTable, ScrollBox, TextField } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import type { Gateway } from '../gateway/create-gateway.ts'
import { messageOf } from '../message-of.ts'
import { refusalText } from '../refusal-texts.ts'

type State = { readonly busy: boolean; readonly error: string; readonly diagnosis?: Diagnosis }

/** Major versions: the parts that are left out are zeros. */
const VERSION = /^\d{1,4}(\.\d{1,4}){0,2}$/
const whole = (text: string): string => [...text.split('.'), '0', '0'].slice(0, 3).join('.')

/** The diagnosis that `remotes doctor` gives, with its own code, which is loaded when somebody asks. */
const ask = async (facts: DoctorFacts, react: string): Promise<Diagnosis> => {
  const { diagnose } = await import('@atalaia/artifact/doctor')
  const version = react === '' ? undefined : whole(react)
  return diagnose(facts, version === undefined ? {} : { shared: { react: version, 'react-dom': version } })
}

/** The live versions that another shell would break, before it comes, and those that lag (M-CONSOLE-7). */
export const DoctorCard = ({ gateway }: { readonly gateway: Gateway }) => {
  const [react, setReact] = useState('')
  const [{ busy, error, diagnosis }, setState] = useState<State>({ busy: false, error: '' })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const asked = react.trim()
    if (asked !== '' && !VERSION.test(asked))
      return setState({ busy: false, error: 'Escreva uma versão, como 20.0.0.' })
    setState({ busy: true, error: '' })
    try {
      setState({ busy: false, error: '', diagnosis: await ask(await gateway.doctor(), asked) })
    } catch (failure) {
      setState({ busy: false, error: messageOf(failure) })
    }
  }
  return (
    <Card title="Antes de mudar o shell">
      <form className="console-doctor" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label="React na versão"
          hint="Vazio: a próxima versão maior de cada módulo e do contrato."
          value={react}
          maxLength={20}
          autoComplete="off"
          error={error}
          onChange={({ target }) => setReact(target.value)}
        />
        <Button type="submit" busy={busy}>
          Ver quem quebraria
        </Button>
      </form>
      {diagnosis && <DiagnosisView diagnosis={diagnosis} />}
    </Card>
  )
}

const DiagnosisView = ({ diagnosis: { asked, subjects, breaks, deprecated } }: { readonly diagnosis: Diagnosis }) => {
  const lagging = subjects
    .map((subject) => ({ ...subject, late: subject.versions.filter(({ standing }) => standing !== 'ready') }))
    .filter(({ late }) => late.length > 0)
  return (
    <>
      <Alert kind={breaks.length === 0 ? 'success' : 'danger'}>{breaksText(asked, breaks.length)}</Alert>
      {breaks.length > 0 && (
        <ul className="console-acts">
          {breaks.map(({ name, version, owner, paths, reasons }) => (
            <li key={`${name} ${version}`}>
              <strong>
                {name} {version}
              </strong>{' '}
              ({owner}), em {paths.join(', ')}
              <span className="console-why">{reasons.map(refusalText).join('; ')}</span>
            </li>
          ))}
        </ul>
      )}
      {lagging.length > 0 && (
        <ScrollBox label="Quem fica para trás">
          <DataTable
            className="console-table"
            caption="Quem fica para trás"
            rows={lagging}
            keyOf={({ subject }) => subject}
            columns={[
              { key: 'subject', title: 'Módulo', isRowHeader: true, cell: ({ subject }) => subject },
              { key: 'live', title: 'Hoje', cell: ({ live }) => live.join(', ') },
              { key: 'target', title: 'Viria', cell: ({ target }) => target.join(', ') },
              {
                key: 'late',
                title: 'Quebraria em',
                attributes: () => ({ className: 'console-names' }),
                cell: ({ late }) =>
                  late.map(({ name, version, accepts }) => `${name} ${version} (aceita ${accepts})`).join(', '),
              },
            ]}
          />
        </ScrollBox>
      )}
      {deprecated.map(({ name, version, owner, uses }) => (
        <p key={`${name} ${version}`} className="ui-muted">
          {name} {version} ({owner}) usa o que vai deixar de existir: {uses.join('; ')}
        </p>
      ))}
    </>
  )
}

const breaksText = (asked: boolean, count: number): string => {
  if (count === 0) return asked ? 'Nada quebra se o shell mudar agora.' : 'Nada está quebrado agora.'
  const which = count === 1 ? '1 versão mostra' : `${count} versões mostram`
  return asked ? `Se o shell mudar agora, ${which} um painel:` : `Agora ${which} um painel:`
}
