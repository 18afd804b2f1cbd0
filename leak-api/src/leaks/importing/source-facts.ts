import { saoPauloDay } from '@atalaia/contracts'
import { Misuse, type Command, type CommandLine } from '@atalaia/server'
import { z } from 'zod'
import type { ImportTools } from './run-import.ts'
import { createSourcesRepository, SOURCE_KINDS, type Source } from './sources-repository.ts'

const MAX_CHARACTERS = { description: 1000, others: 200 }
const NO_DAY = 'is no day; write YYYY-MM-DD'

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

const orUnknown = <Value>(text: string, read: (text: string) => Value): Value | null =>
  text === '' ? null : read(text)
const textUpTo = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `has more than ${most} characters`)
    .transform((given) => orUnknown(given, String))
const text = textUpTo(MAX_CHARACTERS.others)
const day = z
  .string()
  .refine((given) => given === '' || isDay(given), NO_DAY)
  .refine((given) => given <= saoPauloDay(new Date()), 'is in the future')
  .transform((given) => orUnknown(given, String))
const words = (given: string) => [
  ...new Set(
    given
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== ''),
  ),
]

/** Without an option, a fact stays (M-IMPORT-20). */
export const factsShape = {
  title: text.optional(),
  website: text.optional(),
  leakedOn: day.optional(),
  knownOn: day.optional(),
  kind: z
    .enum([...SOURCE_KINDS, ''], `is one of: ${SOURCE_KINDS.join(', ')}`)
    .transform((given) => (given === '' ? null : given))
    .optional(),
  kinds: text.transform((given) => (given === null ? null : words(given))).optional(),
  verified: z.boolean().optional(),
  records: z
    .string()
    .regex(/^\d{0,15}$/, 'is a number')
    .transform((given) => orUnknown(given, Number))
    .optional(),
  description: textUpTo(MAX_CHARACTERS.description).optional(),
}

const OPTIONS: readonly (readonly [flag: string, description: string])[] = [
  ['--title <text>', 'its name for people'],
  ['--website <domain>', 'whose accounts leaked'],
  ['--leaked-on <day>', 'the day of the leak, YYYY-MM-DD'],
  ['--known-on <day>', 'the day on which it became known'],
  ['--kind <kind>', SOURCE_KINDS.join(', ')],
  ['--kinds <words>', 'the kinds of data in it: phone,cpf,card,…'],
  ['--verified', 'it is what it is said to be'],
  ['--no-verified', 'nobody has checked it'],
  ['--records <number>', 'how many it has'],
  ['--description <text>', `up to ${MAX_CHARACTERS.description} characters`],
]

export const addFactOptions = (command: Command): Command => {
  command.optionsGroup('Facts about the source (those that are not given stay, an empty text takes one away):')
  for (const [flag, description] of OPTIONS) command.option(flag, description)
  return command
}

const LABELS: readonly (readonly [label: string, of: (source: Source) => string | null])[] = [
  ['title', ({ title }) => title],
  ['website', ({ website }) => website],
  ['leaked on', ({ leakedOn }) => leakedOn],
  ['known on', ({ knownOn }) => knownOn],
  ['kind', ({ kind }) => kind],
  ['kinds of data', ({ kinds }) => kinds?.join(', ') ?? null],
  ['verified', ({ verified }) => (verified === null ? null : verified ? 'yes' : 'no')],
  ['records', ({ records }) => records?.toLocaleString('en') ?? null],
  ['description', ({ description }) => description],
]

const factsText = (source: Source): string =>
  [
    `source "${source.name}"`,
    ...LABELS.map(([label, of]) => `  ${label.padEnd(15)}${of(source) ?? 'not known'}`),
    '',
  ].join('\n')

export const addSetCommand = (
  { action }: CommandLine,
  sources: Command,
  { tools }: { readonly tools: () => Promise<Pick<ImportTools, 'database'>> },
): void => {
  const command = sources
    .command('set [name]')
    .usage('NAME [--title TEXT] … [--json]')
    .summary('NAME --title TEXT …: tells facts about a source')
    .description('Tells facts about the source NAME by hand; a catalogue fills in only what is not known of it.')
    .action(
      action(z.object(factsShape), async ({ operands: [name], options: facts }) => {
        if (name === undefined) throw new Misuse('sources set: NAME is missing')
        if (Object.values(facts).every((fact) => fact === undefined))
          throw new Misuse('sources set: no fact is given, such as --title TEXT')
        const source = await createSourcesRepository((await tools()).database).tell(name, facts)
        if (source === undefined) throw new Error(`source ${name}: there is none`)
        return { text: factsText(source), json: source }
      }),
    )
  addFactOptions(command)
}
