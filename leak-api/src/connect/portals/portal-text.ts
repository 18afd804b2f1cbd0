import { saoPauloDay } from '@atalaia/contracts'
import { table } from '../../base/commands.ts'
import type { LoggedAction } from '../../base/access/portal-log.ts'
import type { AllowedOrigin } from './origins-repository.ts'
import type { ListedClient, MadeClient } from './portal-operations.ts'

const TOKEN_CHARACTERS = 8

const day = (instant: string) => saoPauloDay(new Date(instant))

export const originsText = (origins: readonly AllowedOrigin[]): string =>
  origins.length === 0
    ? 'No origins yet.\n'
    : table([['origin', 'since'], ...origins.map(({ origin, addedAt }) => [origin, day(addedAt)])])

export const clientsText = (clients: readonly ListedClient[]): string =>
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

export const actionsText = (actions: readonly LoggedAction[]): string =>
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

export const madeClientText = ({ id, secret, scope }: MadeClient): string =>
  [
    `client_id      ${id}`,
    `client_secret  ${secret}`,
    `scope          ${scope}`,
    "The secret is shown this once. It belongs to the portal's server, never into a page.",
    '',
  ].join('\n')
