import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf, Misuse, type CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { importCatalogue } from './catalogue.ts'
import { importsText, sourcesText } from './import-text.ts'
import { listImports } from './imports-listing.ts'
import type { ImportTools } from './run-import.ts'
import { createSourcesRepository } from './sources-repository.ts'

type ListParts = { readonly tools: () => Promise<Pick<ImportTools, 'database'>> }

const MAX_CATALOGUE_MIB = 64

const readCatalogue = async (path: string): Promise<unknown> => {
  // npm changes to the package's folder and keeps the one where the person is.
  const found = resolve(process.env.INIT_CWD ?? '.', path)
  if ((await stat(found)).size > MAX_CATALOGUE_MIB * 1024 * 1024)
    throw new Error(`${path}: not a catalogue: it has more than ${MAX_CATALOGUE_MIB} MiB`)
  const text = await readFile(found, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${path}: not a catalogue: ${messageOf(error)}`, { cause: error })
  }
}

export const addListCommands = ({ program, action }: CommandLine, { tools }: ListParts) => {
  program
    .command('imports')
    .description('the imports, the newest first: who, when, of which file, and the result')
    .option('--source <name>', 'those of one source')
    .action(
      action(z.object({ source: z.string().optional() }), async ({ options: { source } }) => {
        const imports = await listImports((await tools()).database, { source })
        return { text: importsText(imports), json: imports }
      }),
    )
  const sources = program
    .command('sources')
    .description('the sources that were imported')
    .option('--all', 'those of a catalogue, too')
    .action(
      action(z.object({ all: z.boolean().default(false) }), async ({ options: { all } }) => {
        const listed = await createSourcesRepository((await tools()).database).list(all)
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
        if (others.length > 0) throw new Misuse(`catalogue import: unexpected argument: ${others.join(' ')}`)
        const list = await readCatalogue(file)
        const counts = await importCatalogue((await tools()).database, list)
        const text = `${counts.read} sources told: ${counts.added} new, ${counts.changed} changed\n`
        return { text, json: { kind: 'done', ...counts } }
      }),
    )
  return sources
}
