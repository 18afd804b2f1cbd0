import { saoPauloDay } from '@atalaia/contracts'
import { table } from '../text-table.ts'
import type { PortalAnswer } from './portal-operations.ts'

type Clients = Extract<PortalAnswer, { kind: 'clients' }>['clients']

type Actions = Extract<PortalAnswer, { kind: 'actions' }>['actions']

/** As much of a token's id as tells it from others of the same time. */
const TOKEN_CHARACTERS = 8

const day = (instant: string) => saoPauloDay(new Date(instant))

const clientsText = (clients: Clients) =>
  clients.length === 0
    ? 'No clients yet.\n'
    : table([
        ['client', 'name', 'scope', 'since', ''],
        ...clients.map(({ id, name, scopes, createdAt, revokedAt }) => [
          id,
          name,
          scopes.join(' '),
          day(createdAt),
          revokedAt === null ? '' : `revoked ${day(revokedAt)}`,
        ]),
      ])

const actionsText = (actions: Actions) =>
  actions.length === 0
    ? 'Nothing yet.\n'
    : table([
        ['when', 'user', 'client', 'token', 'action', ''],
        ...actions.map(({ at, user, client, token, action, detail }) => [
          new Date(at).toISOString(),
          user ?? '—',
          client,
          token.slice(0, TOKEN_CHARACTERS),
          action,
          detail,
        ]),
      ])

/** The answer of an operation, for people. */
export const portalText = (answer: Exclude<PortalAnswer, { kind: 'failed' }>): string => {
  switch (answer.kind) {
    case 'done':
      return `${answer.message}\n`
    case 'origins':
      return answer.origins.length === 0
        ? 'No origins yet.\n'
        : table([['origin', 'since'], ...answer.origins.map(({ origin, addedAt }) => [origin, day(addedAt)])])
    case 'clients':
      return clientsText(answer.clients)
    case 'actions':
      return actionsText(answer.actions)
    case 'client':
      return [
        `client_id      ${answer.id}`,
        `client_secret  ${answer.secret}`,
        `scope          ${answer.scope}`,
        "The secret is shown this once. It belongs to the portal's server, never into a page.",
        '',
      ].join('\n')
  }
}

/** The answer as one JSON value; a new client in the words of OAuth. */
export const portalJson = (answer: Exclude<PortalAnswer, { kind: 'failed' }>): unknown => {
  switch (answer.kind) {
    case 'done':
      return { message: answer.message }
    case 'origins':
      return answer.origins
    case 'clients':
      return answer.clients
    case 'actions':
      return answer.actions
    case 'client':
      return { client_id: answer.id, client_secret: answer.secret, scope: answer.scope }
  }
}
