import type { Freeze } from '@atalaia/artifact'
import { frozenAt } from './freezes.ts'

const once: Freeze = {
  id: 1,
  name: 'Natal',
  remote: null,
  starts: '2026-12-24T21:00:00Z',
  ends: '2026-12-26T11:00:00Z',
  weekly: null,
  who: 'ana',
}
const weekly = (from: string, to: string, zone = 'America/Sao_Paulo'): Freeze => ({
  ...once,
  name: 'Fim de semana',
  starts: null,
  ends: null,
  weekly: { from, to, zone },
})
const endAt = (freeze: Freeze, instant: string) => frozenAt([freeze], 'mfe-novo', new Date(instant))?.until

// Rule: M-FREEZE-1
test.each([
  ['before it', once, '2026-12-24T20:59:59Z', undefined],
  ['at its start', once, '2026-12-24T21:00:00Z', '2026-12-26T11:00:00.000Z'],
  ['at its end', once, '2026-12-26T11:00:00Z', undefined],
  ['before a weekend', weekly('fri 16:00', 'mon 08:00'), '2026-12-04T18:59:59Z', undefined],
  ['at the start of a weekend', weekly('fri 16:00', 'mon 08:00'), '2026-12-04T19:00:00Z', '2026-12-07T11:00:00.000Z'],
  ['on its Sunday', weekly('fri 16:00', 'mon 08:00'), '2026-12-06T12:30:20Z', '2026-12-07T11:00:00.000Z'],
  ['at the end of a weekend', weekly('fri 16:00', 'mon 08:00'), '2026-12-07T11:00:00Z', undefined],
  ['on an evening', weekly('tue 18:00', 'tue 20:00'), '2026-12-01T22:00:00Z', '2026-12-01T23:00:00.000Z'],
  // Clocks go forward on 29 March 2026 at 2:00, and back on 25 October 2026 at 3:00.
  [
    'when clocks go forward',
    weekly('sat 12:00', 'mon 08:00', 'Europe/Lisbon'),
    '2026-03-28T13:00:00Z',
    '2026-03-30T07:00:00.000Z',
  ],
  [
    'when clocks go back',
    weekly('sat 12:00', 'mon 08:00', 'Europe/Lisbon'),
    '2026-10-24T13:00:00Z',
    '2026-10-26T08:00:00.000Z',
  ],
])('%s a freeze ends when its own clocks say so', (_when, freeze, instant, until) => {
  expect(endAt(freeze, instant)).toBe(until)
})

// Rule: M-FREEZE-1
test('of several freezes the one that ends last counts, and that of another remote does not', () => {
  const longer = { ...once, name: 'Balanço', ends: '2026-12-31T11:00:00Z' }
  const other = { ...longer, remote: 'mfe-outro' }
  const at = new Date('2026-12-25T12:00:00Z')
  expect(frozenAt([once, longer], 'mfe-novo', at)?.name).toBe('Balanço')
  expect(frozenAt([once, other], 'mfe-novo', at)?.name).toBe('Natal')
})
