import { FREEZE_NAME, isTimeZone } from '@atalaia/artifact/rows'
import { TIME_ZONE } from '@atalaia/contracts'
import type { NewFreeze } from '../gateway/create-gateway.ts'

/** A person's unread input. */
export type FreezeFields = {
  readonly name: string
  readonly remote: string
  readonly kind: 'once' | 'weekly'
  /** Local time of this browser. */
  readonly starts: string
  readonly ends: string
  readonly fromDay: string
  readonly fromTime: string
  readonly toDay: string
  readonly toTime: string
  readonly zone: string
}

export const FREEZE_FIELDS: FreezeFields = {
  name: '',
  remote: '',
  kind: 'once',
  starts: '',
  ends: '',
  fromDay: 'fri',
  fromTime: '16:00',
  toDay: 'mon',
  toTime: '08:00',
  zone: TIME_ZONE,
}

export type FreezeFaults = Partial<Readonly<Record<keyof FreezeFields, string>>>

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Returns the freeze, or a fault for each wrong field. `now` is in milliseconds since 1970. */
export const readFreeze = (
  fields: FreezeFields,
  now: number,
): { readonly freeze: NewFreeze } | { readonly faults: FreezeFaults } => {
  const faults = { ...nameFault(fields), ...(fields.kind === 'once' ? onceFaults(fields, now) : weeklyFaults(fields)) }
  if (Object.keys(faults).length > 0) return { faults }
  const { fromDay, fromTime, toDay, toTime, zone } = fields
  const whose = { name: fields.name.trim(), remote: fields.remote === '' ? null : fields.remote }
  const weekly = { from: `${fromDay} ${fromTime}`, to: `${toDay} ${toTime}`, zone: zone.trim() }
  if (fields.kind === 'weekly') return { freeze: { ...whose, weekly } }
  const [starts, ends] = [fields.starts, fields.ends].map((local) => new Date(local).toISOString())
  return { freeze: { ...whose, starts: starts ?? '', ends: ends ?? '' } }
}

const nameFault = ({ name }: FreezeFields): FreezeFaults =>
  FREEZE_NAME.test(name.trim()) ? {} : { name: 'Dê um nome de até 80 letras, sem aspas, como Natal.' }

const onceFaults = ({ starts, ends }: FreezeFields, now: number): FreezeFaults => {
  const [from, to] = [Date.parse(starts), Date.parse(ends)]
  if (Number.isNaN(from)) return { starts: 'Escolha o dia e a hora.' }
  if (Number.isNaN(to)) return { ends: 'Escolha o dia e a hora.' }
  if (to <= from) return { ends: 'O fim fica depois do começo.' }
  return to <= now ? { ends: 'Este fim já passou.' } : {}
}

const weeklyFaults = ({ fromDay, fromTime, toDay, toTime, zone }: FreezeFields): FreezeFaults => ({
  ...(!TIME.test(fromTime) && { fromTime: 'Escreva a hora, como 16:00.' }),
  ...(TIME.test(fromTime) && !TIME.test(toTime) && { toTime: 'Escreva a hora, como 08:00.' }),
  ...(fromDay === toDay && fromTime === toTime && { toTime: 'O fim é outro que o começo.' }),
  ...(!isTimeZone(zone.trim()) && { zone: `Escreva um fuso, como ${TIME_ZONE}.` }),
})
