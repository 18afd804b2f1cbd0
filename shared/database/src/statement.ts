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

/** A part of a statement, with its values. */
export type Sql = RawBuilder<unknown>

/** A statement with its values: a template of {@link sql}, or a query of Kysely's builder. */
export type Statement = { compile(provider: QueryExecutorProvider): CompiledQuery }

/**
 * Gives a fragment that stands several times in a statement one parameter, so that PostgreSQL knows that the values
 * are equal when it plans.
 */
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

/** The text of a statement for PostgreSQL and its values; made once for each statement. */
export const compile = (statement: Statement): Pick<CompiledQuery, 'sql' | 'parameters'> => {
  const known = compiled.get(statement)
  if (known) return known
  const made = statement.compile(compiler)
  compiled.set(statement, made)
  return made
}

/** Texts that are prepared: those of the code are fewer, and what a caller puts together is not worth a plan. */
const MAX_PREPARED = 256
const names = new Map<string, string>()

/**
 * The statement under a name of its text, so that each connection parses and plans it once: planning the numbers of a
 * dashboard takes longer than reading them. One text has one name everywhere, whoever pools the connections.
 */
export const asPrepared = (statement: Statement): QueryConfig => {
  const { sql: text, parameters: values } = compile(statement)
  if (!names.has(text) && names.size < MAX_PREPARED)
    names.set(text, createHash('sha256').update(text).digest('base64url'))
  const name = names.get(text)
  return { text, values: [...values], ...(name !== undefined && { name }) }
}
