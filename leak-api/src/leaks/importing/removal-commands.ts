import { createInterface } from 'node:readline/promises'
import { EXIT, Misuse, type CommandLine, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import type { ProgressScreen } from './import-text.ts'
import { INTERRUPTED, interruptible } from './interruptible.ts'
import { whileNoOther } from './only-import.ts'
import { createRemoval, type RemovalCounts, type RemovalTarget } from './removal.ts'
import type { ImportTools } from './run-import.ts'

const number = new Intl.NumberFormat('en')

const pairs = (count: number) => `${number.format(count)} ${count === 1 ? 'pair' : 'pairs'}`

export const removalText = ({ pairs: gone, kept, imports, organisations }: RemovalCounts): string =>
  [
    `${number.format(imports)} ${imports === 1 ? 'import' : 'imports'}, ${pairs(gone)}`,
    ...(kept > 0 ? [`${pairs(kept)} stay, because other imports have them too`] : []),
    `the numbers of ${number.format(organisations)} ${organisations === 1 ? 'organisation' : 'organisations'} change`,
  ].join('; ')

const optionsSchema = z.object({ yes: z.boolean().default(false), dryRun: z.boolean().default(false) })
type Options = z.infer<typeof optionsSchema>

type RemovalParts = {
  readonly tools: () => Promise<Pick<ImportTools, 'database' | 'clock'>>
  readonly screen: ProgressScreen
}
type Named = { readonly kind: RemovalTarget['kind']; readonly named: string }

const isConfirmed = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

const oneOperand = (command: string, name: string, operands: readonly string[]): string => {
  const [operand, ...others] = operands
  if (operand === undefined) throw new Misuse(`${command}: ${name} is missing`)
  if (others.length > 0) throw new Misuse(`${command}: unexpected argument: ${others.join(' ')}`)
  return operand
}

const runRemoval = async (
  { tools, screen }: RemovalParts,
  { kind, named }: Named,
  options: Options,
): Promise<Outcome> => {
  const { database, clock } = await tools()
  const removal = createRemoval(database, clock)
  const target = await removal.find(kind, named)
  if (target === undefined) throw new Error(`${kind} ${named}: there is none`)
  const what = kind === 'import' ? `import ${named}` : `source "${named}"`
  const counts = await removal.count(target)
  const text = removalText(counts)
  if (options.dryRun) return { text: `${what}: ${text}\n`, json: { ...counts, removed: false } }
  if (!options.yes && !(await isConfirmed(`${what}: ${text}. Remove it?`)))
    return {
      text: `${what}: ${text}. Nothing was removed: add --yes\n`,
      json: { ...counts, removed: false },
      code: EXIT.failed,
    }
  const show = (line: string) => (screen.isTTY === true ? screen.write(`\r\u001b[K${line}`) : undefined)
  const onProgress = (share: number) => show(`${Math.round(share * 100)} % removed`)
  return interruptible(async (signal) => {
    try {
      await whileNoOther(database, () => removal.remove(target, { onProgress, signal }))
    } catch (error) {
      if (!signal.aborted) throw error
      return {
        text: `leaks: interrupted; ${what} is removed in part, and counts as before; run the same command again to finish it\n`,
        code: INTERRUPTED,
      }
    } finally {
      show('')
    }
    return { text: `${what} is removed: ${text}\n`, json: { ...counts, removed: true } }
  })
}

export const addRemovalCommands = (
  { program, action }: CommandLine,
  sources: ReturnType<CommandLine['program']['command']>,
  parts: RemovalParts,
): void => {
  const flags = [
    ['--yes', 'removes it without asking'],
    ['--dry-run', 'only counts what would go'],
  ] as const
  const undo = program
    .command('undo [import]')
    .usage('IMPORT --yes [--json]')
    .summary('IMPORT --yes: takes an import back')
    .description(
      'Removes an import as a whole, by its number in the list of imports: every number is what it was before. A pair ' +
        'that another import has seen too stays.',
    )
    .action(
      action(optionsSchema, ({ operands, options }) => {
        const id = oneOperand('undo', 'IMPORT', operands)
        if (!/^\d{1,18}$/.test(id)) throw new Misuse(`undo: IMPORT is a number of the list of imports, not ${id}`)
        return runRemoval(parts, { kind: 'import', named: id }, options)
      }),
    )
  const removeSource = sources
    .command('remove [name]')
    .usage('NAME --yes [--json]')
    .description('removes the source NAME with all of its imports')
    .action(
      action(optionsSchema, ({ operands, options }) => {
        const name = oneOperand('sources remove', 'NAME', operands)
        return runRemoval(parts, { kind: 'source', named: name }, options)
      }),
    )
  for (const command of [undo, removeSource]) for (const [flag, text] of flags) command.option(flag, text)
}
