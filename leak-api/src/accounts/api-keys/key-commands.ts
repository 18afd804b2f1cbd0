import type { Database } from '@atalaia/database'
import { saoPauloDay } from '@atalaia/contracts'
import type { CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { organisationOfAccount } from '../../base/account-organisation.ts'
import { parseKeyScopes, scopeWords } from '../../base/access/scopes.ts'
import type { Clock } from '../../base/clock.ts'
import { makeKey, revokeKey } from './key-acts.ts'
import { createKeysRepository, type ListedKey } from './keys-repository.ts'
import { addCommandGroup, accountOf, nameOf, operandOf, table } from '../../base/commands.ts'

type KeyTools = { readonly database: Database; readonly clock: Clock }

type NewKeyOrder = { readonly account: string; readonly name: string; readonly scope: string }
/** The key itself is told this once. */
type MadeKey = { readonly id: string; readonly key: string; readonly name: string; readonly scope: string }

const OPERATOR = { kind: 'operator' } as const

/** Makes an API key for the operator. Throws on a scope that is none, an unknown account, and at the limit. */
export const createKey = async (
  { database, clock }: KeyTools,
  { account, name, scope }: NewKeyOrder,
): Promise<MadeKey> => {
  const parsed = parseKeyScopes(scope)
  if (!parsed.ok) throw new Error(`scope: ${parsed.reason}`)
  const { grant } = parsed
  const organisationId = await organisationOfAccount(database, account)
  const made = await database.transaction((transaction) =>
    makeKey(transaction, { organisationId, name, grant, actor: OPERATOR, at: clock() }),
  )
  if (made.status === 'limit-reached')
    throw new Error(`this organisation has at most ${made.limit} keys: revoke one that nobody uses`)
  return { id: made.id, key: made.key, name, scope: scopeWords(grant).join(' ') }
}

const listKeys = async ({ database }: KeyTools, account: string): Promise<ListedKey[]> =>
  createKeysRepository(database).list(await organisationOfAccount(database, account))

/** Revokes a key of any organisation. Throws when there is none that works. */
const revokeAnyKey = async ({ database, clock }: KeyTools, id: string): Promise<void> => {
  const revoked = await database.transaction((transaction) =>
    revokeKey(transaction, { id, within: 'installation', actor: OPERATOR, at: clock() }),
  )
  if (!revoked) throw new Error(`key ${id}: there is none that works`)
}

const DEFAULT_SCOPE = 'hibp:read'
const MAX_NAME_LENGTH = 100
const day = (instant: string) => saoPauloDay(new Date(instant))

const madeText = ({ id, key, scope }: MadeKey): string =>
  [
    `key    ${key}`,
    `id     ${id}`,
    `scope  ${scope}`,
    'The key is shown this once. Whoever has it may do what the scope says: keep it like a password.',
    '',
  ].join('\n')

const listText = (keys: readonly ListedKey[]): string =>
  keys.length === 0
    ? 'No keys yet.\n'
    : table([
        ['id', 'key', 'name', 'scope', 'since', 'last used', ''],
        ...keys.map(({ id, beginning, name, scopes, createdAt, lastUsedAt, revokedAt }) => [
          id,
          `${beginning}…`,
          name,
          scopes,
          day(createdAt),
          lastUsedAt === null ? 'never' : new Date(lastUsedAt).toISOString(),
          revokedAt === null ? '' : `revoked ${day(revokedAt)}`,
        ]),
      ])

export const addKeyCommands = (
  { program, action }: CommandLine,
  { tools }: { readonly tools: () => Promise<KeyTools> },
): void => {
  const keys = addCommandGroup(program, {
    name: 'keys',
    description: 'API keys: other systems read the leaks of an organisation with them (docs/reference/api.md).',
  })
  const account = ['--account <email>', 'an account of the organisation that is meant'] as const
  const optionsSchema = z.object({ account: z.string().optional(), scope: z.string().default(DEFAULT_SCOPE) })

  keys
    .command('create [words...]')
    .usage('NAME --account EMAIL [options]')
    .description('a key for the system NAME; it is shown once')
    .option(...account)
    .option('--scope <scope>', 'with address:NAME@DOMAIN and domain:DOMAIN, for those addresses alone', DEFAULT_SCOPE)
    .action(
      action(optionsSchema, async ({ operands, options }) => {
        const name = nameOf('keys create', operands, MAX_NAME_LENGTH)
        const order = { name, account: accountOf('keys create', options.account), scope: options.scope }
        const made = await createKey(await tools(), order)
        return { text: madeText(made), json: made }
      }),
    )
  keys
    .command('list')
    .usage('--account EMAIL [options]')
    .description('the keys of the organisation, and when each was used last')
    .option(...account)
    .action(
      action(optionsSchema, async ({ options }) => {
        const ofAccount = accountOf('keys list', options.account)
        const listed = await listKeys(await tools(), ofAccount)
        return { text: listText(listed), json: listed }
      }),
    )
  keys
    .command('revoke [words...]')
    .usage('ID [options]')
    .description('refuses the key from the next call on')
    .action(
      action(z.object({}), async ({ operands }) => {
        const id = operandOf('keys revoke', 'ID', operands)
        await revokeAnyKey(await tools(), id)
        return { text: `key ${id} is revoked\n`, json: { id, revoked: true } }
      }),
    )
}
