import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf, Misuse, type CommandLine, type OperatorClient } from '@atalaia/server'
import { z } from 'zod'
import { catalogueAnswerSchema, listedImportSchema, sourceSchema } from './import-protocol.ts'
import { importsText, sourcesText } from './import-text.ts'

type ListParts = { readonly server: OperatorClient }

const listOf = <Schema extends z.core.$ZodType>(schema: Schema, body: unknown): z.core.output<Schema>[] =>
  z
    .array(z.unknown())
    .parse(body)
    .map((one) => z.core.parse(schema, one))

const readCatalogue = async (path: string): Promise<unknown> => {
  // npm changes to the package's folder and keeps the one where the person is.
  const text = await readFile(resolve(process.env.INIT_CWD ?? '.', path), 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${path}: not a catalogue: ${messageOf(error)}`, { cause: error })
  }
}

/** Adds `imports`, `sources` and `catalogue import` to a command line; gives the command `sources`. */
export const addListCommands = ({ program, action }: CommandLine, { server }: ListParts) => {
  program
    .command('imports')
    .description('the imports, the newest first: who, when, of which file, and the result')
    .option('--source <name>', 'those of one source')
    .action(
      action(z.object({ source: z.string().optional() }), async ({ options: { source } }) => {
        const query = source === undefined ? '' : `?source=${encodeURIComponent(source)}`
        const { body } = await server.call({ method: 'GET', path: `/imports${query}` })
        const imports = listOf(listedImportSchema, body)
        return { text: importsText(imports), json: imports }
      }),
    )
  const sources = program
    .command('sources')
    .description('the sources that were imported')
    .option('--all', 'those of a catalogue, too')
    .action(
      action(z.object({ all: z.boolean().default(false) }), async ({ options: { all } }) => {
        const { body } = await server.call({ method: 'GET', path: all ? '/sources?all=yes' : '/sources' })
        const listed = listOf(sourceSchema, body)
        return { text: sourcesText(listed), json: listed }
      }),
    )
  program
    .command('catalogue')
    .description('Facts about sources: title, days, kinds of data.')
    .usage('import FILE [--json]')
    .command('import [file]')
    .usage('FILE [--json]')
    .description('fills the sources from a list in the format of Have I Been Pwned (GET /breaches)')
    .action(
      action(z.object({}), async ({ operands }) => {
        const [file, ...others] = operands
        if (file === undefined) throw new Misuse('catalogue import: FILE is missing')
        if (others.length > 0) throw new Misuse(`catalogue import: there is too much: ${others.join(' ')}`)
        const { body } = await server.call({ method: 'PUT', path: '/catalogue', json: await readCatalogue(file) })
        const counts = catalogueAnswerSchema.parse(body)
        const text = `${counts.read} sources told: ${counts.added} new, ${counts.changed} changed\n`
        return { text, json: { kind: 'done', ...counts } }
      }),
    )
  return sources
}
