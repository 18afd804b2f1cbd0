import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { portuguese } from './portuguese.ts'
import * as english from './messages/en.messages.ts'
import * as source from './messages/pt-br.messages.ts'
import * as spanish from './messages/es.messages.ts'

const { t } = portuguese

test('a message without parameters is its text; a missing name, parameter, or one of another kind does not compile', () => {
  expect(t('add.send')).toBe('Enviar Email')
  expect(t('coverage.is', { coverage: '12 fontes' })).toBe('Cobertura: 12 fontes.')
  // @ts-expect-error -- no such message
  expect(() => t('add.nothing')).toThrow('iterable')
  // @ts-expect-error -- a parameter is missing
  expect(t('coverage.is')).not.toBe('')
  // @ts-expect-error -- a number is asked for
  t('emails.all', { all: '2' })
})

// Rule: P-NUM-2
test('a count has its plural and its dots; 0 counts as many in Portuguese', () => {
  const texts = [0, 1, 2, 1284].map((all) => t('emails.all', { all }))
  expect(texts).toEqual(['0 endereços', '1 endereço', '2 endereços', '1.284 endereços'])
})

const KINDS: Readonly<Record<string, string>> = {
  1: 'select',
  2: 'plural',
  3: 'ordinal',
  4: 'number',
  5: 'date',
  6: 'time',
}
type Parameter = { readonly name: string; readonly kind: string; readonly forms: readonly string[] }

const isForms = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parametersIn = (message: unknown): Parameter[] => {
  if (!Array.isArray(message)) return []
  const [name, kind, forms]: unknown[] = message
  const isNode = kind === undefined ? message.length === 1 : String(kind) in KINDS
  if (typeof name !== 'string' || !isNode) return message.flatMap(parametersIn)
  const own = { name, kind: KINDS[String(kind)] ?? 'text', forms: isForms(forms) ? Object.keys(forms) : [] }
  return [own, ...(isForms(forms) ? Object.values(forms).flatMap(parametersIn) : [])]
}

const namesAndKinds = (message: unknown) =>
  [...new Set(parametersIn(message).map(({ name, kind }) => `${name}: ${kind}`))].toSorted()

const isComplete = ({ kind, forms }: Parameter) =>
  kind !== 'plural' || (forms.includes('other') && (forms.includes('one') || forms.includes('=1')))

test('parameters are read out of plurals too', () => {
  expect(namesAndKinds(source.dashboard['emails.found'])).toEqual(['all: plural', 'found: number'])
  expect(namesAndKinds(source.dashboard['coverage.updated'])).toEqual(['day: text', 'sources: plural'])
  expect(namesAndKinds(source.dashboard['none.title'])).toEqual([])
})

const parametersOf = (texts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(texts).map(([name, message]) => [name, namesAndKinds(message)]))

// Rule: P-LANG-1, P-LANG-23
test.each([
  ['en', english],
  ['es', spanish],
])('%s has each message of the Portuguese, with the same parameters and complete plurals', (_, translation) => {
  const { dashboard, embed, ui } = translation
  expect(parametersOf(dashboard)).toEqual(parametersOf(source.dashboard))
  expect(parametersOf(embed)).toEqual(parametersOf(source.embed))
  const incomplete = Object.entries({ ...dashboard, ...embed, ...ui }).filter(
    ([, message]) => !parametersIn(message).every(isComplete),
  )
  expect(incomplete).toEqual([])
})

test('every plural of the Portuguese names its form for 1 itself: its formatters know no plural forms', () => {
  const plurals = Object.values({ ...source.dashboard, ...source.embed }).flatMap(parametersIn)
  const wrong = plurals.filter(
    ({ kind, forms }) => kind === 'plural' && (forms.includes('one') || !forms.includes('=1')),
  )
  expect(wrong).toEqual([])
})

// Rule: P-LANG-1, P-LANG-23
test('texts of the parts of the visual system have the same parameters in both languages', () => {
  expect(parametersOf(spanish.ui)).toEqual(parametersOf(english.ui))
  expect(parametersOf(english.ui)).toMatchObject({ reopen: ['title: text'], page: ['page: text', 'pages: text'] })
})

const SOURCES = join(import.meta.dirname, '..')
const pages = globSync('*/*.messages.ts', { cwd: SOURCES }).filter((file) => !/\.(en|es)\.messages\.ts$/.test(file))
type Exports = Readonly<Record<string, Readonly<Record<string, unknown>>>>
const textsIn = async (file: string): Promise<Exports> => import(join(SOURCES, file))
const mapped = (texts: Exports) =>
  Object.fromEntries(Object.entries(texts).map(([name, messages]) => [name, parametersOf(messages)]))

const reachedFrom = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*(?:\/\*.*?\*\/ )?'(\.[^']+)'/g))
    reachedFrom(join(dirname(file), path), found)
  return found
}
const embedded = reachedFrom(join(SOURCES, 'embed/embed.ts'))
const shown = pages.filter((file) => embedded.has(join(SOURCES, file)))

// Rule: P-LANG-1, P-LANG-23
test.each(shown)(
  'the messages of %s, which an embed shows, are in English and Spanish, with the same parameters and complete plurals',
  async (file) => {
    const portugueseTexts = await textsIn(file)
    for (const language of ['en', 'es']) {
      const texts = await textsIn(file.replace('.messages.ts', `.${language}.messages.ts`))
      expect(mapped(texts)).toEqual(mapped(portugueseTexts))
      const all = Object.values(texts).flatMap((messages) => Object.entries(messages))
      expect(all.filter(([, message]) => !parametersIn(message).every(isComplete))).toEqual([])
    }
  },
)

test.each(pages)('the plurals of %s are complete', async (file) => {
  const wrong = Object.values(await textsIn(file))
    .flatMap((messages) => Object.values(messages))
    .flatMap(parametersIn)
    .filter(({ kind, forms }) => kind === 'plural' && (forms.includes('one') || !forms.includes('=1')))
  expect(wrong).toEqual([])
})

test('a page that no embed shows is in Portuguese alone', () => {
  const translated = globSync('*/*.{en,es}.messages.ts', { cwd: SOURCES }).map((file) =>
    file.replace(/\.(en|es)\./, '.'),
  )
  expect([...new Set(translated)].toSorted()).toEqual(shown.toSorted())
})

test('there are pages with messages of their own', () => {
  expect(pages.length).toBeGreaterThan(6)
})
