import { ROLE_LABELS } from '@atalaia/contracts'
import { MAX_SUPPORT_HOURS, operatedDetailSchema, type OperatedDetail } from '@atalaia/contracts/operator'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card, DataTable, ErrorState, formatDate, ScrollBox, Skeleton, TextField } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { useAction, useAnswer } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { formText } from '../frame/auth-form.tsx'
import { LimitsForm } from './limits-form.tsx'
import { Question } from './question.tsx'

type OrganisationCardProps = {
  readonly id: string
  readonly onChange: () => void
  readonly onClose: () => void
}

export const OrganisationCard = ({ id, onChange, onClose }: OrganisationCardProps) => {
  const path = `/operador/organizacoes/${encodeURIComponent(id)}`
  const { value, failure, reload } = useAnswer(path, (http, signal) => http.get(path, operatedDetailSchema, { signal }))
  const place = useRef<HTMLDivElement>(null)
  // It stands below the list: whoever has opened it gets there.
  useEffect(() => place.current?.focus(), [])
  const changed = () => {
    reload()
    onChange()
  }
  return (
    <div ref={place} tabIndex={-1} className="auth-opened">
      <Card title={value?.nome ?? 'Organização'}>
        {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
        {!value && failure === undefined && <Skeleton height={200} />}
        {value && (
          <>
            <Standing organisation={value} onChange={changed} />
            <LimitsForm key={JSON.stringify(value.limites)} organisation={value} onChange={changed} />
            <Members organisation={value} />
          </>
        )}
        <div className="auth-actions">
          <Button onClick={onClose}>Fechar</Button>
        </div>
      </Card>
    </div>
  )
}

type Asked = 'suspend' | 'resume' | 'support'
const DEFAULT_HOURS = 8

const Standing = ({
  organisation,
  onChange,
}: {
  readonly organisation: OperatedDetail
  readonly onChange: () => void
}) => {
  const { id, nome, suspensa } = organisation
  const { bus } = useRemoteContext()
  const { state, run, fail } = useAction()
  const [asked, setAsked] = useState<Asked>()
  const place = `/operador/organizacoes/${id}`
  const ask = (what: Asked) => {
    fail('')
    setAsked(what)
  }
  const send = async (path: string, body: object, text: string) => {
    if ((await run('order of an operator', (http) => http.postJson(`${place}/${path}`, body, anyAnswer))) === undefined)
      return
    setAsked(undefined)
    bus.publish('toast:requested', { kind: 'success', text })
    onChange()
  }
  const question = { busy: state.isFetching, failure: state.errorMessage, onCancel: () => setAsked(undefined) }
  return (
    <>
      {suspensa !== null && (
        <Alert kind="warning">
          Suspensa desde {formatDate(suspensa.desde)}: {suspensa.motivo}
        </Alert>
      )}
      <div className="auth-actions">
        {suspensa === null ? (
          <Button variant="danger" onClick={() => ask('suspend')}>
            Suspender
          </Button>
        ) : (
          <Button onClick={() => ask('resume')}>Terminar a suspensão</Button>
        )}
        <Button onClick={() => ask('support')}>Pedir acesso de suporte</Button>
      </div>
      {asked === 'suspend' && (
        <Question
          {...question}
          title={`Suspender ${nome}?`}
          action="Suspender"
          isDangerous
          onSure={(form) => void send('suspender', { motivo: formText(form, 'reason') }, 'A organização foi suspensa.')}
        >
          <p>
            As pessoas dela só alcançam a própria conta; avisos, portais e chaves de API param. Os dados ficam. Os
            proprietários são avisados por e-mail, com o motivo.
          </p>
          <TextField label="Motivo, que as pessoas da organização leem" name="reason" required maxLength={500} />
        </Question>
      )}
      {asked === 'resume' && (
        <Question
          {...question}
          title={`Terminar a suspensão de ${nome}?`}
          action="Terminar a suspensão"
          onSure={() => void send('retomar', {}, 'A organização voltou a funcionar.')}
        >
          <p>Tudo volta a funcionar como antes, e os proprietários são avisados por e-mail.</p>
        </Question>
      )}
      {asked === 'support' && (
        <Question
          {...question}
          title={`Pedir para ver ${nome}?`}
          action="Enviar o pedido"
          onSure={(form) =>
            void send(
              'suporte',
              { motivo: formText(form, 'reason'), horas: Number(formText(form, 'hours')) },
              'O pedido foi enviado aos proprietários.',
            )
          }
        >
          <p>
            Um proprietário responde sim ou não. Com o sim você vê o que um Leitor vê, menos as pessoas, e cada pedido
            fica na auditoria da organização.
          </p>
          <TextField label="Motivo, que os proprietários leem" name="reason" required maxLength={500} />
          <TextField
            label={`Horas, até ${MAX_SUPPORT_HOURS}`}
            name="hours"
            type="number"
            min={1}
            max={MAX_SUPPORT_HOURS}
            defaultValue={DEFAULT_HOURS}
          />
        </Question>
      )}
    </>
  )
}

const Members = ({ organisation: { membros } }: { readonly organisation: OperatedDetail }) => (
  <>
    <h3 className="auth-subtitle">Pessoas</h3>
    <ScrollBox label="Pessoas da organização aberta" role="group">
      <DataTable
        rows={membros}
        keyOf={({ email }) => email}
        columns={[
          { key: 'email', title: 'Email', cell: ({ email }) => email },
          { key: 'role', title: 'Papel', cell: ({ papel }) => ROLE_LABELS[papel] },
          { key: 'seen', title: 'Vista', cell: ({ visto_em: seen }) => (seen === null ? 'nunca' : formatDate(seen)) },
        ]}
      />
    </ScrollBox>
  </>
)
