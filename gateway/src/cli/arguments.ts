import { parseArgs } from 'node:util'

const options = {
  dir: { type: 'string' },
  build: { type: 'boolean', default: true },
  channel: { type: 'string', default: 'stable' },
  percent: { type: 'string', default: '100' },
  reason: { type: 'string' },
  label: { type: 'string', default: 'ci' },
  minutes: { type: 'string', default: '60' },
  force: { type: 'boolean', default: false },
  gateway: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true })

export type Flags = ReturnType<typeof parse>['values']
export type Arguments =
  | { readonly kind: 'call'; readonly command: string; readonly operands: readonly string[]; readonly flags: Flags }
  | { readonly kind: 'help' }
  | { readonly kind: 'misuse'; readonly message: string }

/** How many operands each command takes. */
const commands: Readonly<Record<string, number>> = {
  publish: 1,
  promote: 2,
  rollback: 1,
  history: 1,
  list: 0,
  status: 0,
  check: 1,
  prune: 0,
  'token create': 1,
  'token list': 0,
  'token revoke': 1,
  'override-link': 1,
}

export const readArguments = (args: readonly string[]): Arguments => {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) }
  }
  const { values: flags, positionals } = parsed
  if (flags.help) return { kind: 'help' }
  const words = positionals[0] === 'token' ? 2 : 1
  const command = positionals.slice(0, words).join(' ')
  const operands = positionals.slice(words)
  const wanted = commands[command]
  if (wanted === undefined)
    return { kind: 'misuse', message: command === '' ? 'a command is missing' : `there is no command "${command}"` }
  if (operands.length !== wanted)
    return { kind: 'misuse', message: `${command} takes ${wanted} operand(s), not ${operands.length}` }
  const percent = Number(flags.percent)
  if (!Number.isInteger(percent) || percent < 1 || percent > 100)
    return { kind: 'misuse', message: '--percent is 1 to 100' }
  if (flags.force && !flags.reason) return { kind: 'misuse', message: '--force needs --reason' }
  return { kind: 'call', command, operands, flags }
}
