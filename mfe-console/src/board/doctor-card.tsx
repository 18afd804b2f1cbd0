import type { Diagnosis, DoctorFacts } from '@atalaia/artifact/doctor'
import { Alert, Button, Card, DataTable, ScrollBox, TextField, useAction } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { answerOf, messageOf } from '../gateway/answer-of.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { refusalText } from '../refusal-texts.ts'

/** Missing parts are zeros. */
const VERSION = /^\d{1,4}(\.\d{1,4}){0,2}$/
const whole = (text: string): string => [...text.split('.'), '0', '0'].slice(0, 3).join('.')

/** Same diagnosis as `remotes doctor`; its code loads on demand. */
const ask = async (facts: DoctorFacts, react: string): Promise<Diagnosis> => {
  const { diagnose } = await import('@atalaia/artifact/doctor')
  const version = react === '' ? undefined : whole(react)
  return diagnose(facts, version === undefined ? {} : { shared: { react: version, 'react-dom': version } })
}

/** M-CONSOLE-7 */
export const DoctorCard = ({ gateway }: { readonly gateway: Gateway }) => {
  const [react, setReact] = useState('')
  const [diagnosis, setDiagnosis] = useState<Diagnosis>()
  const { isBusy, problem, run, fail } = useAction(messageOf)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setDiagnosis(undefined)
    const asked = react.trim()
    if (asked !== '' && !VERSION.test(asked)) return fail('Escreva uma versão, como 20.0.0.')
    setDiagnosis(await run(() => answerOf(async () => ask(await gateway.doctor(), asked))))
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
          error={problem ?? ''}
          onChange={({ target }) => setReact(target.value)}
        />
        <Button type="submit" busy={isBusy}>
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
