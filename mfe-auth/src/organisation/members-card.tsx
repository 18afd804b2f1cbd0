import { mayAssign, mayDo, ROLE_LABELS, type Member, type Role } from '@atalaia/contracts'
import { Alert, Button, Card, DataTable, Dialog, formatDate, Person, ScrollBox, type TableColumn } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import type { OrganisationPart } from './name-card.tsx'
import { RoleField } from './role-field.tsx'

type Question = { readonly kind: 'remove' | 'hand-over'; readonly member: Member }

const texts = {
  remove: {
    title: 'Remover da organização?',
    text: ({ email }: Member) => `${email} deixa de ver os dados da organização agora mesmo.`,
    action: 'Remover',
  },
  'hand-over': {
    title: 'Passar a propriedade?',
    text: ({ email }: Member) => `${email} passa a ser Proprietário, e você, Administrador.`,
    action: 'Passar a propriedade',
  },
} as const

/** P-MEMBER-1 P-MEMBER-2 */
export const MembersCard = ({ organisation, onChange }: OrganisationPart) => {
  const { papel, membros } = organisation
  const { state, run } = useAction()
  const [question, setQuestion] = useState<Question>()
  const mayWrite = mayDo(papel, 'members:write')
  const change = async (what: string, path: string, body: object) => {
    const done = await run(what, (http) => http.postJson(path, body, anyAnswer))
    setQuestion(undefined)
    if (done) onChange()
  }
  const setRole = (member: Member, role: Role) =>
    void change('role of a member', `/organizacao/membros/${member.id}/papel`, { papel: role })
  const act = ({ kind, member }: Question) =>
    kind === 'remove'
      ? change('removal of a member', `/organizacao/membros/${member.id}/remover`, {})
      : change('hand-over', '/organizacao/propriedade', { membro: member.id })
  return (
    <Card title="Pessoas" className="auth-people">
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      {!mayWrite && <p className="ui-muted">Só quem administra a organização muda papéis e convida pessoas.</p>}
      <ScrollBox label="Pessoas da organização" role="group">
        <DataTable
          rows={membros}
          keyOf={({ id }) => id}
          columns={columnsOf({ role: papel, isBusy: state.isFetching, setRole, ask: setQuestion })}
        />
      </ScrollBox>
      {question && (
        <Dialog
          open
          title={texts[question.kind].title}
          onClose={() => setQuestion(undefined)}
          actions={
            <>
              <Button onClick={() => setQuestion(undefined)}>Cancelar</Button>
              <Button variant="danger" busy={state.isFetching} onClick={() => void act(question)}>
                {texts[question.kind].action}
              </Button>
            </>
          }
        >
          {texts[question.kind].text(question.member)}
        </Dialog>
      )}
    </Card>
  )
}

type Administration = {
  readonly role: Role
  readonly isBusy: boolean
  readonly setRole: (member: Member, role: Role) => void
  readonly ask: (question: Question) => void
}

const columnsOf = ({ role, isBusy, setRole, ask }: Administration): readonly TableColumn<Member>[] => {
  const actions: TableColumn<Member> = {
    key: 'actions',
    title: 'Ações',
    cell: (member) => (
      <span className="auth-row-actions">
        {!member.voce && mayDo(role, 'ownership:write') && (
          <Button size="small" onClick={() => ask({ kind: 'hand-over', member })}>
            Passar a propriedade
          </Button>
        )}
        {!member.voce && mayAssign(role, member.papel) && (
          <Button size="small" aria-label={`Remover ${member.email}`} onClick={() => ask({ kind: 'remove', member })}>
            Remover
          </Button>
        )}
      </span>
    ),
  }
  return [
    {
      key: 'email',
      title: 'Pessoa',
      cell: ({ nome, email, voce }) => <Person name={nome} email={email} note={voce ? 'você' : undefined} />,
    },
    {
      key: 'role',
      title: 'Papel',
      cell: (member) =>
        mayAssign(role, member.papel) ? (
          <RoleField
            by={role}
            label={`Papel de ${member.email}`}
            value={member.papel}
            disabled={isBusy}
            onChange={(next) => setRole(member, next)}
          />
        ) : (
          ROLE_LABELS[member.papel]
        ),
    },
    { key: 'since', title: 'Desde', cell: ({ desde }) => formatDate(desde) },
    ...(mayDo(role, 'members:write') ? [actions] : []),
  ]
}
