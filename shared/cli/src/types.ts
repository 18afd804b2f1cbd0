import { listAnswer, ORDERS } from '@atalaia/artifact'
import {
  declarationsSchema,
  DESCRIPTOR_FILE,
  remoteBase,
  remoteNameSchema,
  TYPES_FOLDER,
  versionSchema,
} from '@atalaia/contracts'
import { integrityOf } from '@atalaia/contracts/node'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { EXIT, type Outcome } from './base/command-line.ts'
import { messageOf } from './base/error-text.ts'
import { readAnswer } from './base/read-answer.ts'
import type { Client } from './client.ts'
import { linesOf, or } from './outcomes.ts'

export const typesOptions = z.object({ channel: z.string(), check: z.boolean().default(false) })

/** Declarations of other remotes: a folder each, next to the record. */
const FOLDER = 'types/remotes'
const RECORD = 'remotes.json'

const TIMEOUT_MS = 30_000
const MAX_DESCRIPTOR_BYTES = 1_048_576

const fetched = z.object({ version: versionSchema, files: declarationsSchema })
type Fetched = z.output<typeof fetched>
const record = z.record(remoteNameSchema, fetched)
const described = z.object({ artifact: z.object({ types: z.optional(declarationsSchema) }) })

type Wanted = { readonly name: string; readonly version: string | undefined }

/** `mfe-reports` or `mfe-reports@1.2.0`. */
const wantedOf = (operand: string): Wanted => {
  const [name = '', version] = operand.split('@')
  const named = z.object({ name: remoteNameSchema, version: z.optional(versionSchema) }).safeParse({ name, version })
  if (named.success) return { name, version }
  throw new Error(`"${operand}" is no remote: write mfe-reports, or mfe-reports@1.2.0`)
}

export type TypesOrder = z.output<typeof typesOptions> & {
  readonly root: string
  readonly origin: string
  /** Default: earlier fetched remotes. */
  readonly operands: readonly string[]
}

/**
 * Fetches other remotes' declarations, live versions by default, and records versions. `check`
 * reports outdated ones (M-PUBLISH-10).
 */
export const fetchTypes = async (client: Client, order: TypesOrder): Promise<Outcome> => {
  const { root, origin, operands, check, channel } = order
  const folder = join(root, FOLDER)
  const known = await readRecord(folder)
  const wanted = operands.length > 0 ? operands.map(wantedOf) : Object.keys(known).map(wantedOf)
  const live = await liveVersions(client, channel, wanted)
  const found = await Promise.all(
    wanted.map(async ({ name, version = live.get(name) }) => {
      if (version === undefined) throw new Error(`${name}: nothing is live on ${channel}`)
      return { name, version, files: await readList(origin, name, version), before: known[name] }
    }),
  )
  const changed = found.filter(({ files, before }) => !before || !sameFiles(files, before.files))
  const json = {
    remotes: found.map(({ name, version }) => ({ name, version })),
    changed: changed.map(({ name }) => name),
  }
  if (check)
    return {
      text: linesOf(
        or(
          changed.map(
            (one) => `${one.name} ${one.version} has other declarations than ${one.before?.version ?? 'none'} here`,
          ),
          'the declarations here are those of the versions that are live',
        ),
      ),
      json,
      code: changed.length > 0 ? EXIT.failed : EXIT.ok,
    }
  for (const { name, version, files } of found) await store({ origin, folder, name, version, files })
  const now = Object.fromEntries(found.map(({ name, version, files }) => [name, { version, files }]))
  await writeFile(join(folder, RECORD), `${JSON.stringify({ ...known, ...now }, null, 2)}\n`)
  return {
    text: linesOf(
      or(
        found.map(({ name, version, files }) => `${name} ${version}: ${files.length} files in ${FOLDER}/${name}`),
        `name a remote: npx atalaia types mfe-reports`,
      ),
    ),
    json,
  }
}

const sameFiles = (some: Fetched['files'], others: Fetched['files']) => {
  const hashes = (files: Fetched['files']) => files.map(({ path, integrity }) => `${path} ${integrity}`).toSorted()
  return JSON.stringify(hashes(some)) === JSON.stringify(hashes(others))
}

const readRecord = async (folder: string): Promise<Readonly<Record<string, Fetched>>> => {
  const text = await readFile(join(folder, RECORD), 'utf8').catch(() => undefined)
  return text === undefined ? {} : record.parse(JSON.parse(text))
}

const liveVersions = async (
  client: Client,
  on: string,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, string>> => {
  if (wanted.every(({ version }) => version !== undefined)) return new Map()
  const { status, body } = await client.call({ method: 'GET', path: ORDERS.remotes })
  if (status >= 300) throw new Error(`the gateway answered ${status}`)
  const { pointers } = listAnswer.parse(body)
  return new Map(
    pointers.flatMap(({ remote, channel, version }) =>
      channel === on && version !== null ? [[remote, version] as const] : [],
    ),
  )
}

/** Rejects beyond `limit`, after a redirection, and for any status but 200. */
const fetchBounded = async (url: string, limit: number): Promise<Buffer> => {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (answer.status !== 200) throw new Error(`${url}: the gateway answered ${answer.status}`)
  return readAnswer(answer, limit).catch((cause: unknown) => {
    throw new Error(`${url}: ${messageOf(cause)}`, { cause })
  })
}

const readList = async (origin: string, name: string, version: string): Promise<Fetched['files']> => {
  const url = `${origin}${remoteBase(name, version)}${DESCRIPTOR_FILE}`
  const parsed = described.safeParse(JSON.parse((await fetchBounded(url, MAX_DESCRIPTOR_BYTES)).toString('utf8')))
  if (!parsed.success) throw new Error(`${url}: its declarations are refused: ${z.prettifyError(parsed.error)}`)
  const { types = [] } = parsed.data.artifact
  if (types.length > 0) return types
  throw new Error(`${name} ${version} has no declarations: its build has no ${TYPES_FOLDER}*.d.ts`)
}

type Stored = Fetched & { readonly origin: string; readonly folder: string; readonly name: string }

/** Replaces them once all have arrived and match the descriptor. */
const store = async ({ origin, folder, name, version, files }: Stored): Promise<void> => {
  const contents = await Promise.all(
    files.map(async ({ path, bytes, integrity }) => {
      const content = await fetchBounded(`${origin}${remoteBase(name, version)}${path}`, bytes)
      if (integrityOf(content) !== integrity) throw new Error(`${name} ${version}: ${path} does not match its hash`)
      return { place: join(folder, name, path.slice(TYPES_FOLDER.length)), content }
    }),
  )
  await rm(join(folder, name), { recursive: true, force: true })
  for (const { place, content } of contents) {
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, content)
  }
}
