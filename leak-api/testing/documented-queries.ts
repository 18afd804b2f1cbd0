import type { FastifyInstance } from 'fastify'
import { array, boolean, object, optional, record, string, unknown } from 'zod/mini'

const parameterSchema = object({
  name: string(),
  in: string(),
  required: optional(boolean()),
  schema: object({ enum: optional(array(string())), pattern: optional(string()) }),
})
const documentSchema = object({
  paths: record(string(), record(string(), object({ parameters: optional(array(unknown())) }))),
})

const wordsOf = (pattern = '') => /^\^\((?:\?:)?([\w|]+)\)\$$/.exec(pattern)?.[1]?.split('|')

export type DocumentedQuery = { readonly path: string; readonly named: string; readonly query: string }

/**
 * One query per parameter value, alone and with `beside`. Throws for a parameter without words or
 * `values`.
 */
export const documentedQueries = (
  app: FastifyInstance,
  values: Readonly<Record<string, readonly string[]>>,
  beside: Readonly<Record<string, string>> = {},
): readonly DocumentedQuery[] => {
  const { paths } = documentSchema.parse(app.swagger())
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const all = (get?.parameters ?? []).map((each) => parameterSchema.parse(each)).filter((each) => each.in === 'query')
    const asked = all.map(({ name, required, schema }) => {
      const possible = schema.enum ?? wordsOf(schema.pattern) ?? values[name]
      if (possible?.[0] === undefined) throw new Error(`GET ${path}: no values for the parameter ${name}`)
      return { name, required, possible, usual: possible[0] }
    })
    const needed = Object.fromEntries(asked.filter(({ required }) => required).map(({ name, usual }) => [name, usual]))
    const names = new Set(asked.map(({ name }) => name))
    const others = Object.entries(beside).filter(([name]) => names.has(name))
    return asked.flatMap(({ name, possible }) =>
      possible.flatMap((value) =>
        [{}, ...others.filter(([other]) => other !== name).map(([other, text]) => ({ [other]: text }))].map((more) => ({
          path,
          named: name,
          query: new URLSearchParams({ ...needed, ...more, [name]: value }).toString(),
        })),
      ),
    )
  })
}
