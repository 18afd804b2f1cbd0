import { readFileSync, statSync } from 'node:fs'
import { messageOf, Misuse, type CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { addCommandGroup, accountOf, nameOf, operandOf, table } from '../../base/commands.ts'
import { addSiem, listSiems, removeSiem, type SiemTools } from './siem-operations.ts'
import { SIEM_FEEDS, type ListedSiem } from './siem-repository.ts'

/** RFC 5425, section 4.1. */
const SYSLOG_PORT = 6514
const MAX_PORT = 65_535
const MAX_NAME_LENGTH = 90
const MAX_PEM_BYTES = 200_000
const HOST = /^[a-z\d](?:[a-z\d.:-]{0,251}[a-z\d])?$/i
const RECEIVER = /^(?:\[(?<v6>[\da-f:.]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d{1,5}))?$/i

const receiverIn = (given: string) => {
  const { v6, name, port } = RECEIVER.exec(given.trim())?.groups ?? {}
  const host = v6 ?? name
  if (host === undefined) throw new Misuse(`siem add: --to HOST:PORT is missing, or no receiver: ${given}`)
  if (!HOST.test(host)) throw new Misuse(`siem add: --to: ${host} is no name of a host`)
  const number = port === undefined ? SYSLOG_PORT : Number(port)
  if (number < 1 || number > MAX_PORT) throw new Misuse(`siem add: --to: a port is 1 to ${MAX_PORT}, not ${port}`)
  return { host, port: number }
}

const fileIn = (option: string, path: string | undefined): string | null => {
  if (path === undefined) return null
  try {
    if (statSync(path).size <= MAX_PEM_BYTES) return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Misuse(`siem add: --${option}: ${messageOf(error)}`)
  }
  throw new Misuse(`siem add: --${option}: ${path} has more than ${MAX_PEM_BYTES} bytes`)
}

const stateOf = ({ failures, lastFailure, dueAt, sentAt }: ListedSiem) =>
  failures > 0
    ? `${lastFailure ?? ''}, ${failures} times; again at ${dueAt}`
    : sentAt === null
      ? 'nothing sent yet'
      : `sent at ${new Date(sentAt).toISOString()}`

const listText = (siems: readonly ListedSiem[]): string =>
  siems.length === 0
    ? 'No SIEMs yet.\n'
    : table([
        ['id', 'name', 'scope', 'to', 'cursor', ''],
        ...siems.map((siem) => [
          siem.id,
          siem.name,
          siem.scope,
          `${siem.host}:${siem.port}`,
          siem.cursor,
          stateOf(siem),
        ]),
      ])

export const addSiemCommands = (
  { program, action }: CommandLine,
  { tools }: { readonly tools: () => Promise<SiemTools> },
): void => {
  const siem = addCommandGroup(program, {
    name: 'siem',
    description: 'SIEMs that findings or the audit log of an organisation are sent to (docs/reference/api.md).',
  })
  const account = ['--account <email>', 'an account of the organisation that is meant'] as const
  const addSchema = z.object({
    account: z.string().optional(),
    to: z.string().optional(),
    feed: z.enum(SIEM_FEEDS).default('findings'),
    scope: z.string().optional(),
    ca: z.string().optional(),
    cert: z.string().optional(),
    key: z.string().optional(),
    serverName: z.string().regex(HOST, 'is no name of a host').optional(),
    from: z
      .string()
      .regex(/^\d{1,15}$/, 'is no cursor')
      .default('0'),
  })

  siem
    .command('add [words...]')
    .usage('NAME --account EMAIL --to HOST:PORT [options]')
    .description('sends CEF in syslog over TLS to a receiver, from the first event on')
    .option(...account)
    .option('--to <receiver>', `HOST:PORT; without a port ${SYSLOG_PORT}`)
    .option('--feed <feed>', `${SIEM_FEEDS.join(' or ')} (findings)`)
    .option('--scope <scope>', 'findings:read with address:NAME@DOMAIN and domain:DOMAIN, for those addresses alone')
    .option('--ca <file>', 'PEM: who signs for the receiver (those that the system trusts)')
    .option('--cert <file>', 'PEM: our certificate, where the receiver asks for one')
    .option('--key <file>', 'PEM: its key')
    .option('--server-name <name>', "the name in the receiver's certificate (HOST)")
    .option('--from <cursor>', 'goes on behind this number (0)')
    .action(
      action(addSchema, async ({ operands, options }) => {
        const { feed, ca, cert, key, serverName, from: cursor } = options
        const order = {
          name: nameOf('siem add', operands, MAX_NAME_LENGTH),
          account: accountOf('siem add', options.account),
          ...receiverIn(options.to ?? ''),
          feed,
          scope: options.scope ?? `${feed}:read`,
          serverName: serverName ?? null,
          authorities: fileIn('ca', ca),
          certificate: fileIn('cert', cert),
          privateKey: fileIn('key', key),
          cursor,
        }
        const made = await addSiem(await tools(), order)
        const text = `siem ${made.id} is sent to ${order.host}:${order.port} (${made.scope})\n`
        return { text, json: made }
      }),
    )
  siem
    .command('list')
    .usage('--account EMAIL [options]')
    .description('the SIEMs of the organisation, how far they have read, and what failed')
    .option(...account)
    .action(
      action(z.object({ account: z.string().optional() }), async ({ options }) => {
        const ofAccount = accountOf('siem list', options.account)
        const listed = await listSiems(await tools(), ofAccount)
        return { text: listText(listed), json: listed }
      }),
    )
  siem
    .command('remove [words...]')
    .usage('ID [options]')
    .description('sends nothing more, and revokes the key as which it read')
    .action(
      action(z.object({}), async ({ operands }) => {
        const id = operandOf('siem remove', 'ID', operands)
        await removeSiem(await tools(), id)
        return { text: `siem ${id} is removed\n`, json: { id, removed: true } }
      }),
    )
}
