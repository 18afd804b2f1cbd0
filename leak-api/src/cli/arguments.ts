import { saoPauloDay } from '@atalaia/contracts'
import { parseArgs } from 'node:util'
import { messageOf } from '../error-facts.ts'
import { readPortalArguments, type PortalRequest } from './portal-arguments.ts'

export type Order =
  | {
      readonly kind: 'import'
      readonly file: string
      readonly source: string
      readonly date: string | undefined
      readonly json: boolean
    }
  | { readonly kind: 'sources' }
  | { readonly kind: 'help' }
  | PortalRequest

export const usage = `Brings leak files into the database, and lets portals in; while the server runs or without it.

  npm run leaks -- import FILE --source NAME [--date YYYY-MM-DD] [--json]
  npm run leaks -- sources
  npm run leaks -- origins add|remove ORIGIN --account EMAIL
  npm run leaks -- origins list --account EMAIL [--json]
  npm run leaks -- clients create NAME --account EMAIL [--scope "leaks:read emails:add"] [--json]
  npm run leaks -- clients list --account EMAIL [--json]
  npm run leaks -- clients revoke CLIENT_ID

FILE    combo list (login:password, separated by : ; | or a tab), url:login:password, or CSV with a header;
        packed with gzip or not
--source  name of the leak, up to 100 characters; importing more files into one source counts nothing twice
--date    day of the leak; today without it
--json    the result as one JSON line

ORIGIN  scheme, host and port of a site whose pages may call the API: https://portal.example
NAME    of a portal whose server gets short-lived tokens; its secret is shown once
--account  an account of the organisation that is meant
--scope    what its tokens may do; leaks:read without it

Data lies in DATA_DIR (default .data), or in the PostgreSQL of DATABASE_URL.
`

const MAX_SOURCE = 100
const misuse = (message: string): Extract<Order, { kind: 'misuse' }> => ({ kind: 'misuse', message })

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

const options = {
  source: { type: 'string' },
  date: { type: 'string' },
  account: { type: 'string' },
  scope: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const readImport = (files: readonly string[], given: { source?: string; date?: string; json: boolean }): Order => {
  const [file, ...others] = files
  if (file === undefined) return misuse('import: FILE is missing')
  if (others.length > 0) return misuse(`import: one FILE at a time, and ${files.length} were given`)
  const source = given.source?.trim() ?? ''
  if (source === '') return misuse('import: --source NAME is missing: it says where the leak comes from')
  if (source.length > MAX_SOURCE) return misuse(`import: --source has more than ${MAX_SOURCE} characters`)
  const { date } = given
  if (date !== undefined && !isDay(date)) return misuse(`import: --date ${date} is no day; write YYYY-MM-DD`)
  if (date !== undefined && date > saoPauloDay(new Date())) return misuse(`import: --date ${date} is in the future`)
  return { kind: 'import', file, source, date, json: given.json }
}

/** What the words of the command line ask for. */
export const readArguments = (words: readonly string[]): Order => {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    const [command, ...rest] = positionals
    if (values.help || command === undefined || command === 'help') return { kind: 'help' }
    if (command === 'sources') return { kind: 'sources' }
    if (command === 'import') return readImport(rest, values)
    if (command === 'origins' || command === 'clients') return readPortalArguments(positionals, values)
    return misuse(`${command}: no such command; there are import, sources, origins and clients`)
  } catch (error) {
    return misuse(messageOf(error))
  }
}
