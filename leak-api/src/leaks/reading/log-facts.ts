import { hash } from 'node:crypto'
import type { DataKind } from './credential.ts'
import { isKind, roleOf } from './columns.ts'
import { fieldIn, plainKey, type FieldLine } from './field-lines.ts'
import { dayIn, dayOrderIn, type DayOrder } from './log-days.ts'
import { FACTS, type Fact } from './log-names.ts'

/** M-IMPORT-15 */
export type LogFacts = {
  readonly day?: string | undefined
  readonly machine?: string | undefined
  readonly kinds: readonly DataKind[]
}

/** An id has digits, and is no number of a part. */
const MACHINE = /^(?!0x)(?=[^\d]*\d)[a-z\d][\w-]{5,63}$/i
/** Boards without an own id. */
const NO_MACHINE = /^(?:[0-]+|[f-]+|03000200-0400-0500-0006-000700080009)$/i
const MACHINE_OF_NAMES_LENGTH = 16
/** Longer lines would cost the patterns time. */
const MAX_FIELD_LENGTH = 500
const LEAST_SYSTEM_KEYS = 3

const machineIn = (text: string): string | undefined => {
  const id = text.trim().replaceAll(/^["'{]+|["'},;]+$/g, '')
  return MACHINE.test(id) && !NO_MACHINE.test(id) ? id : undefined
}

/** Neither name is kept. */
const machineOfNames = (computer: string, user: string): string =>
  hash('sha256', `${computer}\0${user}`.toLowerCase()).slice(0, MACHINE_OF_NAMES_LENGTH)

const LONE_KEY = /^\s*[\p{L}_ -]{2,24}\s*$/u
const REGISTRY = /^\s*(\w+)\s+REG_\w+\s+(.*)$/
const DECORATION = /[^\p{L}\p{N}\p{P}\p{Zs}\t=+$]|["']/gu
const BRACKETS_BEFORE_VALUE = /\s*\([^)]*\)(?=\s*[:=])/

const fieldOf = (line: string): FieldLine | undefined => {
  if (line.includes(':') || line.includes('='))
    return fieldIn(line) ?? fieldIn(line.replaceAll(DECORATION, '').replace(BRACKETS_BEFORE_VALUE, ''))
  const [, name, value = ''] = line.includes('REG_') ? (REGISTRY.exec(line) ?? []) : []
  return name === undefined ? undefined : { key: plainKey(name), value }
}

/** Values may follow their keys: after `HWID:`, or on the next line. */
function* fieldsOf(lines: readonly string[]): Generator<FieldLine> {
  let open: string | undefined
  for (const line of lines) {
    if (line.length > MAX_FIELD_LENGTH) continue
    const field = fieldOf(line)
    const key = field?.key ?? (LONE_KEY.test(line) ? plainKey(line) : '')
    if (field !== undefined && field.value.trim() !== '') yield field
    else if (FACTS.has(key)) {
      open = key
      continue
    } else if (line.trim() === '') continue
    else if (open !== undefined) yield { key: open, value: line }
    open = undefined
  }
}

const linesOfJson = (value: unknown, key = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => linesOfJson(member, Array.isArray(value) ? key : name))
    : [`${key}: ${String(value)}`]

const plainLines = (lines: readonly string[]): readonly string[] => {
  if (!/^\s*[[{]/.test(lines.find((line) => line.trim() !== '') ?? '')) return lines
  try {
    return linesOfJson(JSON.parse(lines.join('\n')))
  } catch {
    return lines
  }
}

/** Keeps neither names nor the address. */
export const systemFacts = (all: readonly string[]): LogFacts => {
  const lines = plainLines(all)
  let order: { readonly is: DayOrder | undefined } | undefined
  const found: Partial<Record<Fact, string | undefined>> = {}
  const kinds: DataKind[] = []
  let isInfection = false
  for (const { key, value } of fieldsOf(lines)) {
    const fact = FACTS.get(key)
    if (fact === 'id' || fact === 'uuid' || fact === 'serial') found[fact] ??= machineIn(value)
    else if (fact === 'day' || fact === 'installed')
      found[fact] ??= dayIn(value, (order ??= { is: dayOrderIn(lines) }).is)
    else if (fact === 'computer' || fact === 'user') found[fact] ??= value.trim()
    else if (fact === 'traffic') isInfection = true
    else if (fact === 'address' && /\d/.test(value)) kinds.push('ip-address')
  }
  // `Machine: PC/ana`, `UserName (ComputerName): ana (PC)`
  const [, computer = found.computer, ownUser] = /^([^/\\]+)[/\\](.+)$/.exec(found.computer ?? '') ?? []
  const [, user = found.user, ownComputer] = /^(.+?)\s*\(([^)]+)\)$/.exec(found.user ?? '') ?? []
  const names = [computer ?? ownComputer ?? '', ownUser ?? user ?? ''] as const
  const ofNames = names.includes('') ? undefined : machineOfNames(...names)
  return {
    day: found.day ?? (isInfection ? found.installed : undefined),
    machine: found.id ?? found.uuid ?? found.serial ?? ofNames,
    kinds,
  }
}

/** Recognises a system file by its keys (M-IMPORT-46). */
export const isSystemText = (lines: readonly string[]): boolean =>
  new Set(Array.from(fieldsOf(plainLines(lines)), ({ key }) => FACTS.get(key)).filter(Boolean)).size >=
  LEAST_SYSTEM_KEYS

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
