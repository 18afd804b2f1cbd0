import {
  array,
  boolean,
  int,
  looseObject,
  nullable,
  object,
  optional,
  parse,
  string,
  type infer as Infer,
} from 'zod/mini'
import { sql, type Database } from '@atalaia/database'
import { markAllDue } from '../../numbers/severity/store-judgements.ts'
import { catalogueFactsSchema, kindOfDataClass } from '../../base/store/catalogue-facts.ts'
import { MAX_SOURCE_LENGTH } from './sources-repository.ts'

/** Entry of Have I Been Pwned's breaches (API v3, `GET /breaches`). */
const entrySchema = looseObject({
  ...catalogueFactsSchema.shape,
  Name: string(),
  Title: optional(nullable(string())),
  Domain: optional(nullable(string())),
  BreachDate: optional(nullable(string())),
  PwnCount: optional(nullable(int())),
  IsVerified: optional(nullable(boolean())),
  IsStealerLog: optional(nullable(boolean())),
})
type Entry = Infer<typeof entrySchema>

const kindsOf = (classes: readonly string[]): string[] => [...new Set(classes.map(kindOfDataClass))]

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const plainText = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim()

const DAY = /^\d{4}-\d\d-\d\d/
const dayOf = (text: string | null | undefined) => DAY.exec(text ?? '')?.[0] ?? null

const kindOf = ({ IsStealerLog, Name, Title }: Entry): string => {
  if (IsStealerLog === true) return 'stealer log'
  if (/combo ?list/i.test(`${Name} ${Title}`)) return 'combo list'
  return /pastebin|\bpaste\b/i.test(`${Name} ${Title}`) ? 'paste' : 'breach'
}

const rowOf = (entry: Entry) => ({
  name: entry.Name,
  title: entry.Title ?? null,
  website: entry.Domain === '' ? null : (entry.Domain ?? null),
  leaked_on: dayOf(entry.BreachDate),
  known_on: dayOf(entry.AddedDate),
  kind: kindOf(entry),
  kinds: kindsOf(entry.DataClasses ?? []),
  verified: entry.IsVerified ?? null,
  description: plainText(entry.Description ?? ''),
  records: entry.PwnCount ?? null,
  catalogue: parse(catalogueFactsSchema, entry),
})

const FACTS = ['title', 'website', 'leaked_on', 'known_on', 'kind', 'kinds', 'verified', 'description', 'records']
const columnsOf = (row: string) => sql.join(FACTS.map((fact) => sql.ref(`${row}.${fact}`)))
const COLUMNS = sql.join(FACTS.map((fact) => sql.ref(fact)))
/** Facts told by a person stay (M-IMPORT-20). */
const told = (fact: string) => {
  const [known, excluded] = [sql.ref(`known.${fact}`), sql.ref(`excluded.${fact}`)]
  return sql`CASE known.origin WHEN 'hand' THEN coalesce(${known}, ${excluded}) ELSE ${excluded} END`
}
const upsert = (rows: string) => sql`INSERT INTO source AS known (name, origin, catalogue, ${COLUMNS})
  SELECT name, 'catalogue', catalogue, ${COLUMNS} FROM jsonb_to_recordset(${rows}::jsonb) AS told (name text, title text, website text,
    leaked_on date, known_on date, kind text, kinds text[], verified boolean, description text, records bigint, catalogue jsonb)
  ON CONFLICT (name) DO UPDATE SET origin = CASE known.origin WHEN 'hand' THEN 'hand' ELSE 'catalogue' END,
    catalogue = excluded.catalogue,
    ${sql.join(FACTS.map((fact) => sql`${sql.ref(fact)} = ${told(fact)}`))}
  WHERE NOT known.fabricated AND (known.catalogue, ${columnsOf('known')})
    IS DISTINCT FROM (excluded.catalogue, ${sql.join(FACTS.map(told))})
  RETURNING xmax = 0 AS added`

export type CatalogueCounts = { readonly read: number; readonly added: number; readonly changed: number }

/**
 * Makes missing sources; an import that names a source belongs to it (M-IMPORT-14). Keeps facts
 * told by hand. An invalid list rejects and writes nothing.
 */
export const importCatalogue = async (database: Database, list: unknown): Promise<CatalogueCounts> => {
  const parsed = array(entrySchema).safeParse(list)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`not a catalogue: entry ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
  }
  const rows = new Map(
    parsed.data
      .filter(({ Name }) => Name !== '' && Name.length <= MAX_SOURCE_LENGTH)
      .map((entry) => [entry.Name, rowOf(entry)]),
  )
  return database.transaction(async (transaction) => {
    const written = await transaction.query(object({ added: boolean() }), upsert(JSON.stringify([...rows.values()])))
    const added = written.filter((row) => row.added).length
    if (written.length > added) await markAllDue(transaction)
    return { read: parsed.data.length, added, changed: written.length - added }
  })
}
