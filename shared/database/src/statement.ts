import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type QueryExecutorProvider,
  type RawBuilder,
  type ValueNode,
} from 'kysely'
import type { QueryConfig } from 'pg'

/** A fragment with its values. */
export type Sql = RawBuilder<unknown>

export type Statement = { compile(provider: QueryExecutorProvider): CompiledQuery }

/** Gives a repeated fragment one parameter, so that PostgreSQL plans with equal values. */
class SharingCompiler extends PostgresQueryCompiler {
  readonly #places = new Map<ValueNode, string>()

  override compileQuery(...query: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#places.clear()
    return super.compileQuery(...query)
  }

  protected override visitValue(node: ValueNode): void {
    const place = this.#places.get(node)
    if (place !== undefined) this.append(place)
    else if (node.immediate === true) super.visitValue(node)
    else {
      super.visitValue(node)
      this.#places.set(node, this.getCurrentParameterPlaceholder())
    }
  }
}

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (on) => new PostgresIntrospector(on),
    createQueryCompiler: () => new SharingCompiler(),
  },
})

const compiled = new WeakMap<Statement, CompiledQuery>()

export const compile = (statement: Statement): Pick<CompiledQuery, 'sql' | 'parameters'> => {
  const known = compiled.get(statement)
  if (known) return known
  const made = statement.compile(compiler)
  compiled.set(statement, made)
  return made
}

/** Bounds prepared texts. Generated texts are not worth a plan. */
const MAX_PREPARED = 256
const names = new Map<string, string>()

/**
 * Names the statement by its text, so each connection plans it once: planning the dashboard's
 * numbers takes longer than reading them.
 */
export const asPrepared = (statement: Statement): QueryConfig => {
  const { sql: text, parameters: values } = compile(statement)
  if (!names.has(text) && names.size < MAX_PREPARED)
    names.set(text, createHash('sha256').update(text).digest('base64url'))
  const name = names.get(text)
  return { text, values: [...values], ...(name !== undefined && { name }) }
}
