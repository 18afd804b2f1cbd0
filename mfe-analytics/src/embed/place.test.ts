import { FIRST_VIEW, type DashboardView } from '../state/view-store.ts'
import { cutAddress, readPlace, writePlace } from './place.ts'

const views: DashboardView[] = [
  FIRST_VIEW,
  { ...FIRST_VIEW, filter: 'ana & bia+ção%', sort: { id: 'email', desc: false }, page: 12, chart: 'table' },
  { ...FIRST_VIEW, filter: '', sort: { id: 'numero_senhas', desc: true }, page: 2, chart: 'plot' },
  { ...FIRST_VIEW, filter: ' ', sort: { id: 'numero_vazamentos', desc: false }, page: 1, chart: 'table' },
  { ...FIRST_VIEW, open: { id: 'ana@acme.com', explained: 'senhas', source: 'Log & fórum#1' } },
  { ...FIRST_VIEW, open: { id: '7' }, cases: 'estado=todos&pagina=2' },
]

// Rule: M-EMBED-34
test.each(views)('a view comes back from its place: %j', (view) => {
  expect(readPlace(writePlace(view), FIRST_VIEW)).toEqual(view)
})

// Rule: M-EMBED-34
test('a place names what differs from the first view, in words that stay', () => {
  expect(writePlace(FIRST_VIEW)).toBe('')
  expect(
    writePlace({ ...FIRST_VIEW, filter: 'ana', sort: { id: 'numero_senhas', desc: true }, page: 2, chart: 'table' }),
  ).toBe('filter=ana&sort=-passwords&page=2&chart=table')
})

// Rule: M-EMBED-34
test('an empty filter is named where the portal has one of its own, which it would not replace otherwise', () => {
  const place = writePlace(FIRST_VIEW, { filtered: true })
  expect(readPlace(place, { ...FIRST_VIEW, filter: 'ana' }).filter).toBe('')
})

// Rule: M-EMBED-34
test.each([
  [null],
  [''],
  ['?'],
  ['%%%&=&&'],
  ['sort=constructor&page=0&chart=__proto__'],
  ['sort=--email&page=1e9&chart=map&later=1'],
  ['page=-3&sort=&chart='],
  ['page=99999999999999999999'],
  ['part=leaks&case=forum'],
])('what a place does not name, or a later version wrote into it, is as in the first view: %s', (text) => {
  expect(readPlace(text, FIRST_VIEW)).toEqual(FIRST_VIEW)
})

test('a filter is no longer than an address', () => {
  expect(readPlace(`filter=${'a'.repeat(10_000)}`, FIRST_VIEW).filter).toHaveLength(254)
  expect(writePlace({ ...FIRST_VIEW, filter: 'a'.repeat(10_000) })).toHaveLength('filter='.length + 254)
})

// Rule: M-EMBED-43
test.each(['..', '.', '../../webhooks', '7/..', String.raw`..\webhooks`, 'a\ud800b', `${'a'.repeat(253)}😀`])(
  'what names another path of the API, or is half of a character, names no address: %j',
  (given) => {
    const path = cutAddress(given)
    const url = new URL(`https://api.example/api/emails/${encodeURIComponent(path)}/casos`)
    expect(decodeURIComponent(url.pathname)).toBe(`/api/emails/${path}/casos`)
    expect(path).toContain('\ufffd')
    expect(readPlace(new URLSearchParams({ address: given }).toString(), FIRST_VIEW).open?.id).toContain('\ufffd')
  },
)

// Rule: M-EMBED-43
test.each(['ana@acme.com', "o'neil/ti..rio@acme.com", '6d3b0ee8-a6d1-43f5-8bfa-5463dd63c7bd', 'é😀@acme.com'])(
  'an address that may be one is asked for as it is: %s',
  (address) => {
    expect(cutAddress(` ${address} `)).toBe(address)
  },
)
