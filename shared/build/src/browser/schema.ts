/*
 * The part of zod/mini that the schemas of @atalaia/contracts and @atalaia/kernel use, in 1 KB (brotli) in the place of
 * zod's 7. The builds for browsers take it by the name `zod/mini`; servers and types keep zod. schema.test.ts proves that
 * both give the same verdicts and values. An export that is missing here fails the build.
 */

type Reader = { read(value: unknown, at: string, faults: string[]): unknown }

type Schema = Reader & {
  check(...checks: readonly Reader[]): Schema
  safeParse(data: unknown): Parsed
  /** Throws where `safeParse` returns an error. */
  parse(data: unknown): unknown
}

type Parsed = { readonly success: true; readonly data: unknown } | { readonly success: false; readonly error: Error }

const schemaOf = (read: Reader['read']): Schema => {
  const safeParse = (data: unknown): Parsed => {
    const faults: string[] = []
    const value = read(data, '', faults)
    return faults.length === 0
      ? { success: true, data: value }
      : { success: false, error: new Error(faults.join('; ')) }
  }
  return {
    read,
    check: (...checks) =>
      schemaOf((value, at, faults) => {
        const known = faults.length
        const own = read(value, at, faults)
        return faults.length > known ? own : checks.reduce((last, check) => check.read(last, at, faults), own)
      }),
    safeParse,
    parse: (data) => {
      const parsed = safeParse(data)
      if (parsed.success) return parsed.data
      throw parsed.error
    },
  }
}

const only = (what: string, is: (value: unknown) => boolean): Schema =>
  schemaOf((value, at, faults) => {
    if (!is(value)) faults.push(`${at}: ${what} expected`)
    return value
  })

const lengthOf = (value: unknown): number => (typeof value === 'string' || Array.isArray(value) ? value.length : NaN)

const isObject = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const string = () => only('a text', (value) => typeof value === 'string')
export const boolean = () => only('true or false', (value) => typeof value === 'boolean')
export const number = () => only('a number', Number.isFinite)
export const int = () => only('an integer', Number.isSafeInteger)
export const nonnegative = () => only('0 or more', (value) => Number(value) >= 0)
export const minimum = (least: number) => only(`${least} or more`, (value) => Number(value) >= least)
export const maximum = (most: number) => only(`${most} or less`, (value) => Number(value) <= most)
export const minLength = (least: number) => only(`a length of at least ${least}`, (value) => lengthOf(value) >= least)
export const maxLength = (most: number) => only(`a length of at most ${most}`, (value) => lengthOf(value) <= most)
export const regex = (pattern: RegExp, message = 'another form') =>
  only(message, (value) => typeof value === 'string' && pattern.test(value))
export const refine = (is: (value: unknown) => boolean, message = 'another form') => only(message, is)
export const trim = () => schemaOf((value) => (typeof value === 'string' ? value.trim() : value))

const EMAIL = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
export const email = () => regex(EMAIL, 'an address of e-mail')

const oneOf = (values: readonly unknown[]) => only(`one of ${values.join(', ')}`, (value) => values.includes(value))
export { oneOf as enum }

export const nullable = (schema: Schema): Schema =>
  schemaOf((value, at, faults) => (value === null ? value : schema.read(value, at, faults)))

/** A default inside applies to a missing value. */
export const optional = (schema: Schema): Schema =>
  schemaOf((value, at, faults) => {
    if (value !== undefined) return schema.read(value, at, faults)
    const own: string[] = []
    const read = schema.read(value, at, own)
    return own.length === 0 ? read : undefined
  })

/** `fallback` for an absent value. */
export const _default = (schema: Schema, fallback: unknown): Schema =>
  schemaOf((value, at, faults) => (value === undefined ? fallback : schema.read(value, at, faults)))

export const array = (item: Schema): Schema =>
  schemaOf((value, at, faults) => {
    if (Array.isArray(value)) return Array.from(value, (each, index) => item.read(each, `${at}.${index}`, faults))
    faults.push(`${at}: a list expected`)
    return value
  })

export const object = (shape: Readonly<Record<string, Schema>>): Schema & { readonly shape: typeof shape } => ({
  ...schemaOf((value, at, faults) => {
    if (!isObject(value)) {
      faults.push(`${at}: an object expected`)
      return value
    }
    const kept: Record<string, unknown> = {}
    for (const [key, schema] of Object.entries(shape)) {
      const member = schema.read(value[key], `${at}.${key}`, faults)
      if (key in value || member !== undefined) kept[key] = member
    }
    return kept
  }),
  shape,
})

const isPlain = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> => {
  if (!isObject(value)) return false
  const { constructor } = value
  if (typeof constructor !== 'function') return true
  return isObject(constructor.prototype) && Object.hasOwn(constructor.prototype, 'isPrototypeOf')
}

export const record = (key: Schema, item: Schema): Schema =>
  schemaOf((value, at, faults) => {
    if (!isPlain(value)) {
      faults.push(`${at}: an object expected`)
      return value
    }
    const kept: Record<string, unknown> = {}
    for (const name of Reflect.ownKeys(value)) {
      if (name === '__proto__' || !Object.prototype.propertyIsEnumerable.call(value, name)) continue
      const known = faults.length
      const read = key.read(name, `${at}.${String(name)}`, faults)
      if (faults.length === known && read !== '__proto__')
        kept[String(read)] = item.read(value[name], `${at}.${String(name)}`, faults)
    }
    return kept
  })
