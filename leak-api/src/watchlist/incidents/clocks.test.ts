import { newIncidentFacts, type IncidentFacts } from '@atalaia/contracts/incidents'
import { termDays } from './business-days.ts'
import { clocksOf, keptUntil } from './clocks.ts'
import { nationalHoliday } from './holidays.ts'

const factsOf = (changed: Partial<IncidentFacts>): IncidentFacts => ({
  ...newIncidentFacts({ nome: 'Incidente', conhecido_em: '2026-11-17T15:00:00Z', pequeno_porte: false }),
  ...changed,
})
const at = (now: string, changed: Partial<IncidentFacts> = {}) => clocksOf(factsOf(changed), new Date(now))[0]
const lastDays = (changed: Partial<IncidentFacts>) =>
  Object.fromEntries(
    clocksOf(factsOf(changed), new Date('2026-11-17T16:00:00Z')).map(({ prazo, ultimo_dia: day }) => [prazo, day]),
  )

// Rule: P-INCIDENT-2, P-INCIDENT-35, P-INCIDENT-36
test.each([
  ['a Tuesday', '2026-11-10T15:00:00Z', '2026-11-13'],
  ['a Thursday before a weekend', '2026-11-12T15:00:00Z', '2026-11-17'],
  ['a Wednesday before the Friday of Consciência Negra', '2026-11-18T15:00:00Z', '2026-11-24'],
  ['a Saturday', '2026-11-14T15:00:00Z', '2026-11-18'],
  ['a holiday, Finados', '2026-11-02T15:00:00Z', '2026-11-05'],
  ['23:30 of a Monday in São Paulo, which is Tuesday in UTC', '2026-11-10T02:30:00Z', '2026-11-12'],
  ['Wednesday before Good Friday and Easter', '2026-04-01T15:00:00Z', '2026-04-07'],
  ['the Friday before Carnival, whose days count', '2026-02-13T15:00:00Z', '2026-02-18'],
  ['the day before Corpus Christi, which counts', '2026-06-03T15:00:00Z', '2026-06-08'],
  ['the end of a year', '2026-12-30T15:00:00Z', '2027-01-05'],
  ['20 November before it was a national holiday', '2023-11-17T15:00:00Z', '2023-11-22'],
])('three business days from %s', (_what, conhecido_em, day) => {
  expect(lastDays({ conhecido_em })).toMatchObject({ anpd: day, titulares: day })
})

// Rule: P-INCIDENT-2, P-INCIDENT-35, P-INCIDENT-36
test('a small agent has twice the time but for the declaration, which begins where the longer term ends', () => {
  const anpd_em = '2026-11-19T12:00:00Z'
  expect(lastDays({ anpd_em })).toEqual({
    anpd: '2026-11-23',
    titulares: '2026-11-23',
    complemento: '2026-12-18',
    declaracao: '2026-11-26',
  })
  expect(lastDays({ anpd_em, pequeno_porte: true })).toEqual({
    anpd: '2026-11-26',
    titulares: '2026-11-26',
    complemento: '2027-01-19',
    declaracao: '2026-12-01',
  })
  expect(lastDays({}).complemento).toBeNull()
})

// Rule: P-INCIDENT-2, P-INCIDENT-35, P-INCIDENT-36
test('a term runs to the last second of its last day, and tells how it was counted', () => {
  expect(at('2026-11-24T02:59:59Z')).toMatchObject({ situacao: 'corre', termina_em: '2026-11-24T02:59:59.000Z' })
  expect(at('2026-11-24T03:00:00Z')?.situacao).toBe('vencido')
  expect(at('2026-11-30T12:00:00Z', { anpd_em: '2026-11-24T02:59:59Z' })?.situacao).toBe('cumprido')
  expect(at('2026-11-30T12:00:00Z', { anpd_em: '2026-11-24T03:00:00Z' })?.situacao).toBe('cumprido-com-atraso')
  expect(at('2026-11-30T12:00:00Z', { decisao: 'nao-comunicar' })?.situacao).toBe('nao-se-comunica')
  expect(at('2026-11-18T12:00:00Z')?.conta).toBe(
    'Contado de 17/11/2026, que não conta. 1º dia útil: qua. 18/11; 2º dia útil: qui. 19/11; 3º dia útil: seg. 23/11. ' +
      'Não contam 2 dias de fim de semana, sex. 20/11 (feriado: Consciência Negra). ' +
      'Termina em 23/11/2026 às 23:59, horário de Brasília.',
  )
})

// Rule: P-INCIDENT-2, P-INCIDENT-35, P-INCIDENT-36
test('the holidays of a year are the nine of the law and Good Friday', () => {
  const days = Array.from({ length: 365 }, (_, index) =>
    new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10),
  )
  expect(days.filter((day) => nationalHoliday(day) !== undefined)).toEqual([
    '2027-01-01',
    '2027-03-26',
    '2027-04-21',
    '2027-05-01',
    '2027-09-07',
    '2027-10-12',
    '2027-11-02',
    '2027-11-15',
    '2027-11-20',
    '2027-12-25',
  ])
  expect(termDays('2026-11-19', 1)).toEqual([
    { day: '2026-11-20', holiday: 'Consciência Negra' },
    { day: '2026-11-21' },
    { day: '2026-11-22' },
    { day: '2026-11-23', ordinal: 1 },
  ])
})

// Rule: P-INCIDENT-7
test('a register is kept for five years to the day, and a day longer where that day is missing', () => {
  expect(keptUntil(new Date('2026-11-23T12:00:00Z'), 5)).toBe('2031-11-23')
  expect(keptUntil(new Date('2028-02-29T12:00:00Z'), 5)).toBe('2033-03-01')
})
