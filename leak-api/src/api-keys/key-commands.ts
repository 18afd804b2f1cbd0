import { saoPauloDay } from '@atalaia/contracts'
import { Misuse, type CommandLine, type OperatorClient } from '@atalaia/server'
import { z } from 'zod'
import { array, parse } from 'zod/mini'
import { addCommandGroup } from '../command-group.ts'
import { table } from '../text-table.ts'
import { KEYS_PATH, madeKeySchema, type MadeKey, type NewKeyOrder } from './key-operations.ts'
import { listedKeySchema, type ListedKey } from './keys-repository.ts'

const DEFAULT_SCOPE = 'hibp:read'
const day = (instant: string) => saoPauloDay(new Date(instant))

/** The one operand of a command. */
export const operandOf = (command: string, name: string, operands: readonly string[]): string => {
  const [operand, ...others] = operands
  if (others.length > 0) throw new Misuse(`${command}: there is too much: ${others.join(' ')}`)
  if (operand === undefined || operand.trim() === '') throw new Misuse(`${command}: ${name} is missing`)
  return operand
}
export const accountOf = (command: string, account: string | undefined): string => {
  if (account !== undefined) return account
  throw new Misuse(`${command}: --account EMAIL is missing: it says whose organisation is meant`)
}

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
  { server }: { readonly server: OperatorClient },
): void => {
  const keys = addCommandGroup(program, {
    name: 'keys',
    description: 'API keys: other systems read the leaks of an organisation with them (docs/api.md).',
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
        const name = operandOf('keys create', 'NAME', operands)
        const json: NewKeyOrder = { name, account: accountOf('keys create', options.account), scope: options.scope }
        const made = parse(madeKeySchema, (await server.call({ method: 'POST', path: KEYS_PATH, json })).body)
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
        const query = new URLSearchParams({ account: accountOf('keys list', options.account) })
        const { body } = await server.call({ method: 'GET', path: `${KEYS_PATH}?${query}` })
        const listed = parse(array(listedKeySchema), body)
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
        await server.call({ method: 'DELETE', path: `${KEYS_PATH}?${new URLSearchParams({ id })}` })
        return { text: `key ${id} is revoked\n`, json: { id, revoked: true } }
      }),
    )
}
