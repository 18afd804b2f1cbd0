import type { DataKind } from './credential.ts'
import { fieldIn, keyTable } from './field-lines.ts'
import { isKind, roleOf } from './columns.ts'

/** Facts from a stealer log's other files (M-IMPORT-15). */
export type LogFacts = {
  readonly day?: string | undefined
  readonly machine?: string | undefined
  readonly kinds: readonly DataKind[]
}

export type LogFileRole = 'system' | 'cookies' | 'autofill' | 'cards' | 'noise' | 'other'

const SYSTEM =
  /^(?:(?:my_?)?system(?:[ _-]?info(?:rmation)?)?|sys_?info|user[ _-]?info(?:rmation)?|information|info|(?:machine|hardware|pc)[ _-]?info(?:rmation)?)\.(?:txt|log)$/i
const COOKIES = /(?:^|\/)(?:[^/]*cookies?[^/]*\/.+|[^/]*cookies?[^/]*\.(?:txt|json|log))$/i
const AUTOFILL = /(?:^|\/)(?:[^/]*auto_?fills?[^/]*\/.+|[^/]*auto_?fills?[^/]*\.(?:txt|json|log))$/i
const CARDS = /(?:^|\/)(?:(?:credit_?)?cards?|cc)(?:\/.+|[^/]*\.(?:txt|json|log))$/i
/** Stealers' summaries: passwords without logins, visited and wanted domains, programs. */
const NOISE =
  /(?:^|\/)(?:(?:_*brute(?:force)?|history|downloads?|(?:installed[ _-]?)?software|(?:installed[ _-]?)?(?:apps|browsers|programs)|process(?:es|[ _-]?list)?|domain[ _-]?detects?|important[^/]*|dd|clipboard|screenshot|debug|wallets?|tokens?|discord[^/]*|telegram|copyright|read[ _-]?me)(?:\/.+|\.[a-z]+)|history\/.+|[^/]*history[^/]*\.txt)$/i

export const logFileRole = (path: string): LogFileRole => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (SYSTEM.test(name)) return 'system'
  if (COOKIES.test(path)) return 'cookies'
  if (AUTOFILL.test(path)) return 'autofill'
  if (CARDS.test(path)) return 'cards'
  return NOISE.test(path) ? 'noise' : 'other'
}

type Fact = 'machine' | 'day' | 'address'

const FACTS = keyTable<Fact>([
  ['machine', 'hwid,uid,machine id,machine guid,hardware id,guid,device id,mid'],
  [
    'day',
    'log date,local date,local time,last seen,date,time,system time,current time,utc time,utc,timestamp,report date',
  ],
  ['address', 'ip,ip address,external ip,public ip,ipv4'],
])

/** An id has digits. */
const MACHINE = /^\{?(?=[^\d]*\d)([a-z\d][\w-]{5,63})\}?$/i
const TWO_DIGITS = 2
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const dayOf = (year: string, month: string | number, day: string): string | undefined => {
  const text = [year, String(month).padStart(TWO_DIGITS, '0'), day.padStart(TWO_DIGITS, '0')].join('-')
  return new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, text.length) === text ? text : undefined
}

/** With slashes, the month comes first with AM or PM, or when the second number is no month. */
export const dayIn = (text: string): string | undefined => {
  const iso = /(?<!\d)(20\d\d)[-./_](\d\d?)[-./_](\d\d?)(?!\d)/.exec(text)
  if (iso !== null) return dayOf(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '')
  const short = /(?<!\d)(\d\d?)([-./])(\d\d?)\2(20\d\d)(?!\d)/.exec(text)
  if (short !== null) {
    const [, first = '', sign, second = '', year = ''] = short
    const monthFirst = Number(second) > MONTHS.length || (sign === '/' && /\d\s*[ap]m\b/i.test(text))
    return monthFirst ? dayOf(year, first, second) : dayOf(year, second, first)
  }
  const month = MONTHS.findIndex((name) => new RegExp(`\\b${name}`, 'i').test(text)) + 1
  const year = /\b20\d\d\b/.exec(text)?.[0]
  const day = /(?<![\d:])(\d\d?)(?![\d:])/.exec(text)?.[1]
  return month === 0 || year === undefined || day === undefined ? undefined : dayOf(year, month, day)
}

/** Omits the machine's name and address. */
export const systemFacts = (lines: readonly string[]): LogFacts => {
  let day: string | undefined
  let machine: string | undefined
  const kinds: DataKind[] = []
  for (const line of lines) {
    const { key = '', value = '' } = fieldIn(line) ?? {}
    const fact = FACTS.get(key)
    if (fact === 'machine') machine ??= MACHINE.exec(value.trim())?.[1]
    else if (fact === 'day') day ??= dayIn(value)
    else if (fact === 'address' && /\d/.test(value)) kinds.push('ip-address')
  }
  return { day, machine, kinds }
}

const CPF = /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/

/** Goes by field names, and by the form of a CPF. */
export const autofillKinds = (lines: readonly string[]): DataKind[] =>
  lines.flatMap((line): DataKind[] => {
    const [label = '', value = ''] = line.split(/[\t:=]/)
    // `Name: phone`, or `phone: …`
    const role = roleOf(/^\W*(?:name|form|field|key)\s*$/i.test(label) ? value : label)
    const kinds = isKind(role) && role !== 'username' ? [role] : []
    return CPF.test(line) ? [...kinds, 'cpf'] : kinds
  })

export const logFolders = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(
    paths.flatMap((path) => {
      const end = path.lastIndexOf('/')
      return SYSTEM.test(path.slice(end + 1)) ? [path.slice(0, Math.max(0, end))] : []
    }),
  )

export const logFolderOf = (path: string, folders: ReadonlySet<string>): string | undefined => {
  let folder = path
  while (folder !== '') {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
    if (folders.has(folder)) return folder
  }
  return undefined
}
