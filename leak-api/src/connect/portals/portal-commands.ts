import { type CommandLine, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import { addCommandGroup, accountOf, nameOf, operandOf, operandsOf } from '../../base/commands.ts'
import {
  allowOrigin,
  createClient,
  listActions,
  listClients,
  listOrigins,
  refuseOrigin,
  revokeClient,
  type PortalTools,
} from './portal-operations.ts'
import { actionsText, clientsText, madeClientText, originsText } from './portal-text.ts'

const DEFAULT_SCOPE = 'leaks:read'
const MAX_NAME_LENGTH = 100

type PortalParts = {
  readonly tools: () => Promise<PortalTools>
  /**
   * Hides the commands from the help. Receives the name of each called without `--json`. Default:
   * shown.
   */
  readonly moved?: (command: string) => void
}

const optionsSchema = z.object({
  account: z.string().optional(),
  scope: z.string().default(DEFAULT_SCOPE),
  user: z.string().optional(),
})
type Options = z.infer<typeof optionsSchema>

const GROUPS = ['origins', 'clients', 'actions'] as const

type PortalCommand = {
  readonly group: (typeof GROUPS)[number]
  readonly name: string
  readonly operand?: 'ORIGIN' | 'NAME' | 'CLIENT_ID'
  readonly summary: string
  readonly takes: readonly ('account' | 'scope' | 'user')[]
  order(command: string, operands: readonly string[], options: Options): (tools: PortalTools) => Promise<Outcome>
}

const told = (message: string): Outcome => ({ text: `${message}\n`, json: { message } })

const listedAccount = (command: string, operands: readonly string[], options: Options) => {
  operandsOf(command, [], operands)
  return accountOf(command, options.account)
}

const commands: readonly PortalCommand[] = [
  {
    group: 'origins',
    name: 'add',
    operand: 'ORIGIN',
    summary: 'lets pages of ORIGIN call the API: scheme, host and port, such as https://portal.example',
    takes: ['account'],
    order: (command, operands, options) => {
      const account = accountOf(command, options.account)
      const text = operandOf(command, 'ORIGIN', operands)
      return async (tools) => {
        const { origin, added } = await allowOrigin(tools, account, text)
        return told(added ? `${origin} is allowed` : `${origin} was allowed already`)
      }
    },
  },
  {
    group: 'origins',
    name: 'remove',
    operand: 'ORIGIN',
    summary: 'takes ORIGIN back, at once',
    takes: ['account'],
    order: (command, operands, options) => {
      const account = accountOf(command, options.account)
      const text = operandOf(command, 'ORIGIN', operands)
      return async (tools) => told(`${await refuseOrigin(tools, account, text)} is no longer allowed`)
    },
  },
  {
    group: 'origins',
    name: 'list',
    summary: 'the origins of the organisation',
    takes: ['account'],
    order: (command, operands, options) => {
      const account = listedAccount(command, operands, options)
      return async (tools) => {
        const origins = await listOrigins(tools, account)
        return { text: originsText(origins), json: origins }
      }
    },
  },
  {
    group: 'clients',
    name: 'create',
    operand: 'NAME',
    summary: 'id and secret for the server of the portal NAME; the secret is shown once',
    takes: ['account', 'scope'],
    order: (command, operands, options) => {
      const account = accountOf(command, options.account)
      const name = nameOf(command, operands, MAX_NAME_LENGTH)
      return async (tools) => {
        const made = await createClient(tools, { account, name, scope: options.scope })
        // In the words of OAuth.
        const json = { client_id: made.id, client_secret: made.secret, scope: made.scope }
        return { text: madeClientText(made), json }
      }
    },
  },
  {
    group: 'clients',
    name: 'list',
    summary: 'the clients of the organisation',
    takes: ['account'],
    order: (command, operands, options) => {
      const account = listedAccount(command, operands, options)
      return async (tools) => {
        const clients = await listClients(tools, account)
        return { text: clientsText(clients), json: clients }
      }
    },
  },
  {
    group: 'clients',
    name: 'revoke',
    operand: 'CLIENT_ID',
    summary: 'stops the client and its tokens, at once',
    takes: [],
    order: (command, operands) => {
      const id = operandOf(command, 'CLIENT_ID', operands)
      return async (tools) => {
        await revokeClient(tools, id)
        return told(`${id} is revoked, and its tokens with it`)
      }
    },
  },
  {
    group: 'actions',
    name: 'list',
    summary: 'the newest first, of all or of one --user; of 90 days, at most 1000',
    takes: ['account', 'user'],
    order: (command, operands, options) => {
      const account = listedAccount(command, operands, options)
      return async (tools) => {
        const actions = await listActions(tools, account, options.user)
        return { text: actionsText(actions), json: actions }
      }
    },
  },
]
const descriptions = {
  origins: 'Sites whose pages may call the API with tokens of the organisation.',
  clients: 'Servers of portals, which get short-lived tokens for their pages.',
  actions: 'Tokens that were given to people of portals, and addresses that tokens of portals added.',
}

export const addPortalCommands = ({ program, action }: CommandLine, { tools, moved }: PortalParts): void => {
  const known = commands.map(({ group, name }) => `${group} ${name}`)

  for (const group of GROUPS) {
    const description = descriptions[group]
    const parent = addCommandGroup(program, { name: group, description, isHidden: moved !== undefined, known }).hook(
      'preAction',
      (_parent, command) => {
        if (command !== parent && program.opts().json !== true) moved?.(`${group} ${command.name()}`)
      },
    )
    for (const { name, operand = '', summary, takes, order } of commands.filter((each) => each.group === group)) {
      const command = parent.command(`${name} [words...]`).description(summary).usage(`${operand} [options]`.trim())
      if (takes.includes('account')) command.option('--account <email>', 'an account of the organisation that is meant')
      if (takes.includes('scope'))
        command.option(
          '--scope <scopes>',
          'operations of its tokens, "leaks:read emails:add"; with address:NAME@DOMAIN and domain:DOMAIN, on those alone',
          DEFAULT_SCOPE,
        )
      if (takes.includes('user')) command.option('--user <name>', "a person, as the portal's server names them")
      command.action(
        action(optionsSchema, async ({ operands, options }) => {
          const run = order(`${group} ${name}`, operands, options)
          return run(await tools())
        }),
      )
    }
  }
}
