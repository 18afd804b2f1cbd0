import { ANA, BIA, SOURCE, WEBHOOK } from '../../harness/view-answers.ts'
import { withView } from '../../harness/with-view.ts'
import { keptUnless, type Check } from '../../verdict.ts'

const LINKS = 'cases:read addresses:read'

const WORDS = [
  ['en', 'Where it leaked'],
  ['es-419', 'Dónde se filtró'],
  ['pt-BR', 'Onde vazou'],
] as const

export const views: Check = {
  id: 'views',
  chapter: 'good guest',
  promise:
    'view and address show one address, the cases or the alerts to a token of their scopes, in the words of locale',
  run: (harness) =>
    withView(
      harness,
      { attributes: { address: ANA }, scope: `${LINKS} alerts:read` },
      async ({ api, mounted, shows }) => {
        await mounted.untilShown('Onde vazou')
        for (const [locale, words] of WORDS) {
          await mounted.change({ locale })
          // Words of another language are a file of their own.
          await mounted.untilShown(words)
        }
        await mounted.change({ address: null, view: 'cases' })
        await shows(BIA)
        await mounted.change({ view: 'alerts' })
        await shows(WEBHOOK)
        const others = api.calls.filter(({ path }) => /^\/(dashboard|clientes|emails$)/.test(path))
        return keptUnless([
          ...others.map(({ path }) => `it asks for ${path}, a number of the dashboard`),
          ...(await mounted.events('error')).map(({ detail }) => `it says ${String(detail['code'])}`),
        ])
      },
    ),
}

const unknownNames = (detail: Readonly<Record<string, unknown>>, known: readonly string[]) =>
  Object.keys(detail)
    .filter((name) => !known.includes(name))
    .map((name) => `the event tells ${name}, too`)

export const viewPlace: Check = {
  id: 'view-place',
  chapter: 'good guest',
  promise: 'filter is the search of a view; view-change tells where a person is, and its place leads there again',
  run: async (harness) => {
    const filtered = { attributes: { view: 'cases', filter: 'ana' }, scope: LINKS }
    const { detail, wrong } = await withView(harness, filtered, async ({ mounted }) => {
      await mounted.untilShown(ANA)
      const isOther = await mounted.element.getByText(BIA).count()
      await mounted.element.getByRole('button', { name: ANA }).click()
      await mounted.untilShown('Onde vazou')
      const told = await mounted.untilEvent('view-change', harness.patienceMs)
      return { detail: told.detail, wrong: isOther > 0 ? [`the filter "ana" leaves ${BIA}`] : [] }
    })
    const { filter, place } = detail
    const led = { attributes: { view: 'cases', place: String(place) }, scope: LINKS }
    const isThere = await withView(harness, led, async ({ mounted }) => {
      await mounted.untilShown('Onde vazou')
      return mounted.element.getByRole('region', { name: ANA }).isVisible()
    })
    return keptUnless([
      ...wrong,
      ...(filter === 'ana' ? [] : [`the event tells the filter "${String(filter)}"`]),
      ...unknownNames(detail, ['filter', 'place']),
      ...(isThere ? [] : [`the place "${String(place)}" does not lead to the address`]),
    ])
  },
}

export const caseChanged: Check = {
  id: 'case-changed',
  chapter: 'good guest',
  promise: 'case-changed tells the case that a person has changed: its address, source and state, and nothing else',
  run: (harness) => {
    const place = new URLSearchParams({ address: ANA, case: SOURCE }).toString()
    const open = { attributes: { address: ANA, place }, scope: 'addresses:read cases:read cases:change' }
    return withView(harness, open, async ({ api, mounted }) => {
      const state = mounted.element.getByRole('combobox', { name: 'Estado' })
      await state.selectOption('tratado')
      await mounted.element.getByRole('button', { name: 'Salvar' }).click()
      const { detail } = await mounted.untilEvent('case-changed', harness.patienceMs)
      const wanted: Readonly<Record<string, string>> = { address: ANA, source: SOURCE, state: 'tratado' }
      return keptUnless([
        ...Object.entries(wanted)
          .filter(([name, value]) => detail[name] !== value)
          .map(([name]) => `the event tells the ${name} "${String(detail[name])}"`),
        ...unknownNames(detail, Object.keys(wanted)),
        ...(api.calls.some(({ method }) => method === 'POST') ? [] : ['nothing was changed']),
      ])
    })
  },
}
