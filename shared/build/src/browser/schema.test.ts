import type * as Contracts from '@atalaia/contracts'
import * as fc from 'fast-check'
import { regexes } from 'zod/v4/core'
import * as zod from 'zod/mini'
import * as schema from './schema.ts'

type Parser = { safeParse(data: unknown): { success: boolean; data?: unknown } }

const expectSame = (large: Parser, small: Parser, data: unknown): void => {
  const [expected, found] = [large.safeParse(data), small.safeParse(data)]
  expect(found.success).toBe(expected.success)
  if (!expected.success) return
  expect(found.data).toEqual(expected.data)
  // Also which members are there, and in which order.
  expect(JSON.stringify(found.data)).toBe(JSON.stringify(expected.data))
}

type Description =
  | { readonly kind: 'string' | 'trimmed' | 'email' | 'key' | 'boolean' | 'number' | 'int' | 'count' | 'enum' }
  | { readonly kind: 'optional' | 'nullable' | 'default' | 'array' | 'record'; readonly of: Description }
  | { readonly kind: 'object'; readonly of: Readonly<Record<string, Description>> }

const PATTERN = /^[a-z-]+$/
const NAMES = ['id', 'nome', 'quantidade', 'dark']

const largeOf = (described: Description): zod.ZodMiniType => {
  switch (described.kind) {
    case 'string':
      return zod.string().check(zod.minLength(1), zod.maxLength(5))
    case 'trimmed':
      return zod.string().check(zod.trim(), zod.minLength(1), zod.maxLength(254), zod.email())
    case 'email':
      return zod.email()
    case 'key':
      return zod.string().check(zod.regex(PATTERN, 'lower case'))
    case 'boolean':
      return zod.boolean()
    case 'number':
      return zod.number().check(zod.nonnegative())
    case 'int':
      return zod.int()
    case 'count':
      return zod.int().check(zod.nonnegative(), zod.minimum(2), zod.maximum(40))
    case 'enum':
      return zod.enum(NAMES)
    case 'optional':
      return zod.optional(largeOf(described.of))
    case 'nullable':
      return zod.nullable(largeOf(described.of))
    case 'default':
      return zod._default(zod.nullable(largeOf(described.of)), null)
    case 'array':
      return zod.array(largeOf(described.of)).check(zod.maxLength(2))
    case 'record':
      return zod.record(zod.string().check(zod.maxLength(4)), largeOf(described.of))
    case 'object':
      return zod.object(Object.fromEntries(Object.entries(described.of).map(([key, of]) => [key, largeOf(of)])))
  }
}

const smallOf = (described: Description): ReturnType<typeof schema.string> => {
  switch (described.kind) {
    case 'string':
      return schema.string().check(schema.minLength(1), schema.maxLength(5))
    case 'trimmed':
      return schema.string().check(schema.trim(), schema.minLength(1), schema.maxLength(254), schema.email())
    case 'email':
      return schema.email()
    case 'key':
      return schema.string().check(schema.regex(PATTERN, 'lower case'))
    case 'boolean':
      return schema.boolean()
    case 'number':
      return schema.number().check(schema.nonnegative())
    case 'int':
      return schema.int()
    case 'count':
      return schema.int().check(schema.nonnegative(), schema.minimum(2), schema.maximum(40))
    case 'enum':
      return schema.enum(NAMES)
    case 'optional':
      return schema.optional(smallOf(described.of))
    case 'nullable':
      return schema.nullable(smallOf(described.of))
    case 'default':
      return schema._default(schema.nullable(smallOf(described.of)), null)
    case 'array':
      return schema.array(smallOf(described.of)).check(schema.maxLength(2))
    case 'record':
      return schema.record(schema.string().check(schema.maxLength(4)), smallOf(described.of))
    case 'object':
      return schema.object(Object.fromEntries(Object.entries(described.of).map(([key, of]) => [key, smallOf(of)])))
  }
}

const text = fc.oneof(fc.constantFrom('', ' ', ' ana@acme.example ', 'ana@acme.example', ...NAMES), fc.string())
const { described } = fc.letrec<{ described: Description }>((tie) => ({
  described: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constantFrom('string', 'trimmed', 'email', 'key', 'boolean', 'number', 'int', 'count', 'enum'),
    }),
    fc.record({ kind: fc.constantFrom('optional', 'nullable', 'default', 'array', 'record'), of: tie('described') }),
    fc.record({
      kind: fc.constant('object' as const),
      of: fc.dictionary(fc.constantFrom(...NAMES), tie('described'), { maxKeys: 3 }),
    }),
  ),
}))

const leaf = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, NaN, Infinity, -0, 2 ** 53, 1.5),
  fc.anything({ withDate: true, withMap: true, withNullPrototype: true, withBigInt: true, withSparseArray: true }),
)
const keys = fc.oneof(fc.constantFrom(...NAMES, '__proto__', 'constructor'), fc.string({ maxLength: 6 }))

const valueFor = (of: Description): fc.Arbitrary<unknown> => {
  const fitting = (): fc.Arbitrary<unknown> => {
    switch (of.kind) {
      case 'optional':
      case 'nullable':
      case 'default':
        return fc.oneof(fc.constantFrom(undefined, null), valueFor(of.of))
      case 'array':
        return fc.array(valueFor(of.of), { maxLength: 3 })
      case 'record':
        return fc.dictionary(keys, valueFor(of.of), { maxKeys: 3 })
      case 'object':
        return fc
          .tuple(
            fc.record(Object.fromEntries(Object.entries(of.of).map(([key, each]) => [key, valueFor(each)])), {
              requiredKeys: [],
            }),
            fc.dictionary(keys, leaf, { maxKeys: 1 }),
          )
          .map(([own, more]) => ({ ...more, ...own }))
      case 'string':
      case 'trimmed':
      case 'email':
      case 'key':
      case 'enum':
        return text
      case 'boolean':
        return fc.boolean()
      default:
        return fc.oneof(fc.nat(), fc.integer(), fc.double())
    }
  }
  return fc.oneof({ weight: 12, arbitrary: fitting() }, { weight: 1, arbitrary: leaf })
}

test('any schema of these parts accepts and returns what the same schema of zod does', () => {
  const both = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(
      described.chain((of) => fc.tuple(fc.constant(of), valueFor(of))),
      ([of, data]) => {
        const large = largeOf(of)
        both[large.safeParse(data).success ? 'accepted' : 'refused'] += 1
        expectSame(large, smallOf(of), data)
      },
    ),
    { numRuns: 2500 },
  )
  // A test of refusals alone would prove little.
  expect(Math.min(both.accepted, both.refused)).toBeGreaterThan(400)
})

test('an address of e-mail has the form that zod asks for', () => {
  expect(schema.email().safeParse('ana@acme.example').success).toBe(true)
  fc.assert(
    fc.property(
      fc.oneof(fc.emailAddress(), fc.string(), fc.stringMatching(/^[a-z.'+-]{1,6}@[a-z.-]{1,8}$/)),
      (address) => expect(schema.email().safeParse(address).success).toBe(regexes.email.test(address)),
    ),
    { numRuns: 3000 },
  )
})

test('what does not fit is named with its place', () => {
  const parsed = schema.object({ remotes: schema.array(schema.object({ name: schema.string() })) }).safeParse({
    remotes: [{ name: 'mfe-a' }, { name: 1 }],
  })
  expect(parsed).toMatchObject({ success: false, error: { message: '.remotes.1.name: a text expected' } })
  expect(() => schema.int().parse('1')).toThrow('an integer expected')
})

const contractsOn = (library: object): typeof Contracts => {
  let contracts: typeof Contracts | undefined
  jest.isolateModules(() => {
    jest.doMock('zod/mini', () => library)
    contracts = require('@atalaia/contracts')
  })
  jest.dontMock('zod/mini')
  if (!contracts) throw new Error('no contracts')
  return contracts
}

const hash = `sha384-${'a'.repeat(64)}`
const file = { path: 'remote-entry.abc.js', bytes: 12, integrity: hash }
const descriptor = {
  name: 'mfe-analytics',
  version: '1.4.0',
  owner: 'time',
  contract: '^1.0.0',
  token: true,
  api: true,
  routes: [
    { id: 'analytics', path: '/app/main/analytics', access: 'session', title: 'Analises', calls: ['/emails?a=1'] },
  ],
  sidebar: [
    { label: 'Dashboard', path: '/app', icon: 'dashboard', children: [{ label: 'A', path: '/a' }], demo: false },
  ],
  budget: { entryBytes: 1, routeBytes: 2, totalBytes: 3 },
  artifact: {
    entry: file.path,
    container: 'mfe_analytics',
    module: './remote',
    modules: ['./remote'],
    files: [file],
    shared: [{ name: 'react', version: '19.3.1', requiredVersion: '^19.3.1' }],
    routeFiles: { analytics: ['remote.css'] },
    prerendered: { analytics: { html: 'a.html', head: 'a.head.html' } },
    embed: { entry: 'embed/embed.js', files: [] },
  },
}
const config = {
  apiUrl: null,
  demo: false,
  brand: 'A',
  signIn: { google: null, microsoft: 'https://a' },
  showDemo: true,
}
const analysis = { data_analise: '2026-11-20', total_senhas: 1, total_vazamentos: 2 }
const monitored = { id: '1', email: 'ana@acme.example', numero_vazamentos: 1, numero_senhas: 0 }
const ready = { remote: 'mfe-a', version: '1.0.0', outcome: 'ready', milliseconds: { activate: 1.5 }, route: '/a' }

const SAMPLES = {
  descriptorSchema: descriptor,
  releaseSchema: {
    id: 'r1',
    config,
    shell: { baseUrl: '/shell/', files: [file] },
    remotes: [{ descriptor, baseUrl: '/remotes/mfe-analytics/1.4.0/', trusted: true, sealed: hash }],
    developer: true,
    live: true,
  },
  currentReleaseSchema: { id: 'r1' },
  summarySchema: {
    total_vazamentos: { numero_vazamentos: 1, numero_senhas_vazadas: 2 },
    top_3_vazamentos_email: [{ quantidade: 1, usuario: 'ana@acme.example' }],
    top_3_vazamentos_senha: [],
    ultimos_3_relatorios: [{ data: '2026-11-20', nome: 'ana', url: '/r' }],
    cobertura: { fontes: 2, atualizado_em: '2026-11-20T10:00:00Z' },
  },
  analysesSchema: [analysis],
  monitoredEmailsSchema: [monitored],
  emailAddressSchema: ' ana@acme.example ',
  loginAnswerSchema: { access_token: 'a.b.c' },
  reportsBodySchema: { activations: [ready], vitals: [{ route: '/a', name: 'LCP', value: 1.5 }] },
} as const

type Path = readonly (string | number)[]

const pathsOf = (value: unknown): Path[] =>
  typeof value === 'object' && value !== null
    ? [[], ...Object.entries(value).flatMap(([key, member]) => pathsOf(member).map((path) => [key, ...path]))]
    : [[]]

const GONE = Symbol('gone')
const replaced = (value: unknown, [key, ...rest]: Path, part: unknown): unknown => {
  if (key === undefined) return part
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === String(key) ? replaced(item, rest, part) : item))
  const entries = Object.entries(Object(value)).map(([name, member]): [string, unknown] => [
    name,
    name === key ? replaced(member, rest, part) : member,
  ])
  return Object.fromEntries(entries.filter(([, member]) => member !== GONE))
}

const isSample = (name: string): name is keyof typeof SAMPLES => name in SAMPLES

test.each(Object.keys(SAMPLES).filter(isSample))(
  '%s says of an answer with any part changed what it says on zod',
  (name) => {
    const [large, small] = [contractsOn(zod)[name], contractsOn(schema)[name]]
    const sample = SAMPLES[name]
    expect(small.safeParse(0)).toMatchObject({ error: { message: expect.stringContaining(' expected') } })
    expect(large.safeParse(0)).toMatchObject({ error: { message: expect.stringContaining('"message"') } })
    expect(small.safeParse(sample)).toMatchObject({
      success: true,
      data: typeof sample === 'string' ? sample.trim() : sample,
    })
    const change = fc.tuple(fc.constantFrom(...pathsOf(sample)), fc.oneof(leaf, fc.constant(GONE)))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 2 }), (changes) =>
        expectSame(
          large,
          small,
          changes.reduce<unknown>((value, [path, part]) => replaced(value, path, part), sample),
        ),
      ),
      { numRuns: 800 },
    )
  },
)
