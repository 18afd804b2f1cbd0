import {
  areSteps,
  AUDIENCE_KINDS,
  AUDIENCE_VALUES,
  MAX_AHEAD_MS,
  MAX_AUDIENCE_VALUES,
  STEP_LIMITS_MS,
  type Audience,
} from '@atalaia/artifact/rows'
import type { PromotionTo } from '../gateway/create-gateway.ts'

export type PromotionFields = {
  readonly kind: 'steps' | 'share' | 'all'
  readonly steps: string
  readonly minutes: string
  readonly percent: string
  readonly when: 'now' | 'later'
  /** Local time of this browser: `2026-12-01T09:00`. */
  readonly at: string
} & Readonly<Record<(typeof AUDIENCE_KINDS)[number], string>>

export const PROMOTION_FIELDS: PromotionFields = {
  kind: 'steps',
  steps: '1, 10, 50, 100',
  minutes: '10',
  percent: '10',
  org: '',
  role: '',
  region: '',
  header: '',
  when: 'now',
  at: '',
}

export type PromotionFaults = Partial<Readonly<Record<keyof PromotionFields, string>>>

/**
 * Returns the promotion, or a fault for each wrong field (M-CONSOLE-12). `now` is in milliseconds
 * since 1970.
 */
export const readPromotion = (
  fields: PromotionFields,
  now: number,
): { readonly to: PromotionTo } | { readonly faults: PromotionFaults } => {
  const steps = listed(fields.steps).map(Number)
  const every = Math.round(numberIn(fields.minutes) * MINUTE_MS)
  const percent = numberIn(fields.percent)
  const at = fields.when === 'later' ? new Date(fields.at) : null
  const faults: PromotionFaults = {
    ...(fields.kind === 'steps' && stepFaults(steps, every)),
    ...(fields.kind === 'share' &&
      !(Number.isInteger(percent) && percent >= 1 && percent <= 100) && { percent: SHARE }),
    ...audienceFaults(fields),
    ...(at && timeFault(at.getTime() - now)),
  }
  if (Object.keys(faults).length > 0) return { faults }
  const rest = { audience: audienceOf(fields), at: at?.toISOString() ?? null }
  if (fields.kind === 'steps') return { to: { ...rest, steps, every } }
  return { to: { ...rest, percent: fields.kind === 'all' ? 100 : percent } }
}

const MINUTE_MS = 60_000
const SHARE = 'Escreva um número inteiro de 1 a 100.'

const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))
const listed = (text: string): readonly string[] => text.split(/[\s,;%]+/).filter((part) => part !== '')

const stepFaults = (steps: readonly number[], every: number): PromotionFaults => ({
  ...(!areSteps(steps) && { steps: 'Escreva de 2 a 10 números que crescem e terminam em 100, como 1, 10, 50, 100.' }),
  ...(!(every >= STEP_LIMITS_MS.least && every <= STEP_LIMITS_MS.most) && {
    minutes: `Escreva quantos minutos, até ${STEP_LIMITS_MS.most / MINUTE_MS} (7 dias).`,
  }),
})

const timeFault = (ahead: number): PromotionFaults => {
  if (Number.isNaN(ahead)) return { at: 'Escolha o dia e a hora.' }
  if (ahead <= 0) return { at: 'Esta hora já passou.' }
  return ahead > MAX_AHEAD_MS ? { at: 'Escolha uma hora dentro de um ano.' } : {}
}

/** Header values may contain blanks: separators are line breaks or commas. */
const valuesOf = (fields: PromotionFields, kind: (typeof AUDIENCE_KINDS)[number]): readonly string[] =>
  fields[kind]
    .split(/[,;\n]/)
    .map((value) => value.trim())
    .filter((value) => value !== '')

const AUDIENCE_FAULT = {
  org: 'Escreva os números das organizações, separados por vírgulas.',
  role: 'Escreva os papéis, separados por vírgulas: letras, números, _ . e -.',
  region: 'Escreva códigos de regiões, como BR, separados por vírgulas.',
  header: 'Escreva nome e valor, como X-Beta:1.',
} as const

const audienceFaults = (fields: PromotionFields): PromotionFaults =>
  Object.fromEntries(
    AUDIENCE_KINDS.flatMap((kind) => {
      const values = valuesOf(fields, kind)
      if (values.length > MAX_AUDIENCE_VALUES) return [[kind, `No máximo ${MAX_AUDIENCE_VALUES} valores.`]]
      return values.every((value) => AUDIENCE_VALUES[kind].test(value)) ? [] : [[kind, AUDIENCE_FAULT[kind]]]
    }),
  )

const audienceOf = (fields: PromotionFields): Audience | null => {
  const named = AUDIENCE_KINDS.flatMap((kind) => {
    const values = valuesOf(fields, kind)
    return values.length === 0 ? [] : [[kind, values] as const]
  })
  return named.length === 0 ? null : Object.fromEntries(named)
}
