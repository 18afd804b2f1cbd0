import { saoPauloDay } from '@atalaia/contracts'
import type { CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { addCommandGroup } from '../../base/command-group.ts'
import { accountOf, nameOf, operandOf } from '../../base/command-operands.ts'
import { table } from '../../base/text-table.ts'
import { createKey, listKeys, revokeAnyKey, type KeyTools, type MadeKey } from './key-operations.ts'
import type { ListedKey } from './keys-repository.ts'

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

/** Adds `keys create`, `keys list` and `keys revoke` to a command line. */
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
