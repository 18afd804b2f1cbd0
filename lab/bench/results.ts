import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { messageOf, root } from '@atalaia/stack'
import { z } from 'zod'
import type { Row } from './section.ts'

const figureSchema = z.object({
  name: z.string(),
  unit: z.enum(['ms', 'bytes', 'rounds']),
  values: z.array(z.number()).min(1),
})
const rowSchema = z.object({
  what: z.string(),
  value: z.string(),
  goal: z.string().optional(),
  met: z.boolean().optional(),
  floor: z.string().optional(),
  figures: z.array(figureSchema).optional(),
})

export const resultsSchema = z.object({
  /** A `+` marks uncommitted changes. */
  commit: z.string(),
  /** ISO 8601. */
  began: z.string(),
  seconds: z.number(),
  /** One-minute load before and after: above the number of cores, other work ran too. */
  load: z.tuple([z.number(), z.number()]),
  cores: z.number(),
  node: z.string(),
  sections: z.array(z.object({ name: z.string(), rows: z.array(rowSchema) })),
})
export type Results = z.infer<typeof resultsSchema>

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

const commitOf = (): string => {
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : '+')
  } catch {
    return 'unknown'
  }
}

const loadNow = (): number => loadavg()[0] ?? 0

export const beginResults = () => {
  const [began, load] = [new Date(), loadNow()]
  return {
    end: (sections: readonly { readonly name: string; readonly rows: readonly Row[] }[]): Results =>
      resultsSchema.parse({
        commit: commitOf(),
        began: began.toISOString(),
        seconds: Math.round((Date.now() - began.getTime()) / 1000),
        load: [load, loadNow()],
        cores: cpus().length,
        node: process.version,
        sections,
      }),
  }
}

export const LAST_RESULTS = join(root, '.cache', 'bench', 'last.json')

export const writeResults = (file: string, results: Results): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

/** Throws with the file's name for an invalid file. */
export const readResults = (file: string): Results => {
  try {
    return resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new Error(`${file}: no results of npm run lab -- bench: ${messageOf(cause)}`, { cause })
  }
}
